//go:build !linux

package collect

// Pages does nothing: the system chooses the size of pages.
func Pages() {}

//go:build !unix

package host

import "io/fs"

// trusted says why others may have written a file or folder; nil if none could: on Windows the folder for caches is one of the user,
// and what is in it takes the rights of the folder.
func trusted(fs.FileInfo) error { return nil }

//go:build !unix

package outfile

import "io/fs"

// umask is 0 where files have no mode.
func umask() fs.FileMode { return 0 }

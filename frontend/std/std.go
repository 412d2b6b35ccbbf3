// Package std holds the modules that come with the language: `use std::warp;`.
package std

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.desc
var files embed.FS

// Files are the files of the modules.
func Files() fs.FS { return files }

// Modules are the paths of the modules, sorted.
func Modules() (out []string) {
	list, _ := fs.ReadDir(files, ".")
	for _, f := range list {
		out = append(out, "std::"+strings.TrimSuffix(f.Name(), ".desc"))
	}
	return out
}

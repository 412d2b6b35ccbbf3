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

// At is the name of the file of a module in messages, without its suffix; no file of a program has such a name.
const At = "<std>/"

// Has says whether a file is one of these.
func Has(file string) bool { return strings.HasPrefix(file, At) }

// Modules are the paths of the modules, sorted.
func Modules() (out []string) {
	list, _ := fs.ReadDir(files, ".")
	for _, f := range list {
		out = append(out, "std::"+strings.TrimSuffix(f.Name(), ".desc"))
	}
	return out
}

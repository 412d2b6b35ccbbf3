// Package std holds the modules that come with the language: `use std::warp;`.
package std

import (
	"embed"
	"io/fs"
	"strings"

	"descend/ir"
)

//go:embed *.desc
var files embed.FS

// Files are the files of the modules.
func Files() fs.FS { return files }

// At is the name of the file of a module in messages, without its suffix; no file of a program has such a name.
const At = "<std>/"

// Has says whether a file is one of these.
func Has(file string) bool { return strings.HasPrefix(file, At) }

// Place is a place in the source as users see it, who cannot change these modules: the innermost one in code of their own.
type Place struct {
	ir.SourceRange
	// Within is the function of these modules that is called there, Inner where in it, or in what it calls, the place really is; "" if
	// it is there.
	Within string
	Inner  ir.SourceRange
}

// PlaceOf is the place of a location. Of a kernel of these modules all is theirs, and then it is where it is.
func PlaceOf(l ir.Location) Place {
	inner := ir.RangeOf(l)
	if Has(inner.File) {
		for _, f := range ir.Frames(l) {
			if f.Known() && !Has(f.File) {
				return Place{f.SourceRange, f.Calls, inner}
			}
		}
	}
	return Place{SourceRange: inner}
}

// Modules are the paths of the modules, sorted.
func Modules() (out []string) {
	list, _ := fs.ReadDir(files, ".")
	for _, f := range list {
		out = append(out, "std::"+strings.TrimSuffix(f.Name(), ".desc"))
	}
	return out
}

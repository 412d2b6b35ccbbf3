// Package prelude holds the Descend source that every program starts with: the views that are defined in
// the language itself. Builtin functions are not in it, since their types go beyond what a declaration can
// say.
package prelude

import (
	_ "embed"

	"descend/frontend/source"
)

//go:embed prelude.desc
var text string

// Name is the file name in messages about the prelude.
const Name = "<prelude>/prelude.desc"

// File returns the prelude as a source file.
func File() *source.File { return source.NewFile(Name, text) }

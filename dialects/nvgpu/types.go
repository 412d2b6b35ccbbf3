package nvgpu

import "descend/dialects/ods"

// types are the types of the dialect, words its attributes.
var (
	types = []*ods.Params{asyncToken}
	words []*ods.Words
)

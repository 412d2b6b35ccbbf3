package nvgpu

import "descend/dialects/ods"

// types are the types of the dialect, words its attributes.
var (
	types = []*ods.Params{asyncToken, mbarrierGroup, mbarrierToken, tensorMap, matrixDescriptor, accumulator}
	words = []*ods.Words{swizzles, promotions, outOfBounds, interleaves}
)

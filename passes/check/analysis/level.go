package analysis

// Level says among which threads a value is the same.
type Level int

// The levels; a larger one includes the smaller.
const (
	Varying      Level = iota // threads may differ
	WarpUniform               // the lanes of a warp agree
	BlockUniform              // the threads of a block agree
)

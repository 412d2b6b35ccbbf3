package lsp

// For tests with the whole compiler, which starts the server and so cannot be used by tests inside of this package.
var (
	Levels    = levels
	LevelOfIR = levelOfIR
	Located   = located
)

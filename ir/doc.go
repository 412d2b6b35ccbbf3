// Package ir is a multi-level intermediate representation in the manner of MLIR: operations with
// operands, results, attributes, regions of blocks and successors; SSA values with use lists; uniqued
// types and attributes; symbols; dominance; a verifier; a text parser and printer.
//
// The package knows nothing of GPUs or of Descend and imports nothing of the project. Dialects
// register operation definitions ([OpDef]) and parsers for their types and attributes with a
// [Context]; everything else (printing, verification, documentation) derives from those definitions.
package ir

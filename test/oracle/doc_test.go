// Package oracle tests the general passes against mlir-opt-19 on a corpus, and by executing random modules before
// and after them.
package oracle

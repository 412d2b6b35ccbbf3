// Package check holds the access-safety checks: verifier passes over the descend dialect, one rule of the
// language each (docs/checks.md). They work on polymorphic functions, symbolically in the nats, and
// report diagnostics; a program that passes them all has no data race, no misplaced barrier and no access
// outside of its memory.
//
// What they find out about a function is a value, its [Facts]. An operation that one check has reported is poison for the
// later ones: one mistake gives one error. What the checks prove is written on the IR as attributes, and lowering
// reads only that.
package check

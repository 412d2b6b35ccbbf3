// Package check holds the access-safety checks: verifier passes over the descend dialect, one rule of the
// language each (docs/checks.md). They work on polymorphic functions, symbolically in the nats, and
// report diagnostics; a program that passes them all has no data race, no misplaced barrier and no access
// outside of its memory.
//
// The rooms; one imports only rooms above it, and sizes, borrow and access do not know each other:
//
//	analysis   a program under check: its functions, what was found out about each (Facts), who is checked when
//	help       what messages call things, and the fixes that they propose
//	overlap    whether two index functions meet in different threads
//	sizes      nat-check: sizes, bounds, limits of launches
//	borrow     borrow-check: loans and lifetimes
//	access     access-check: data races
//	check      who executes, which memory, moves, uniform conditions, narrowing, barriers; and the order of all
//
// What the checks find out about a function is a value, its [analysis.Facts]. An operation that one check has reported is
// poison for the later ones: one mistake gives one error. What is proved is written on the IR as attributes, and lowering
// reads only that.
package check

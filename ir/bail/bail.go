// Package bail leaves a computation from deep inside with an error, where every function on the way would else hand it on: reading
// a text, lowering a function, a run of the simulator. It is a panic with a value of a type of its own, which nobody but Catch takes;
// any other panic is a fault of this program, and goes on through Catch.
package bail

// out is the value of the panic.
type out[E any] struct{ err E }

// Out leaves what is being computed, up to the innermost Catch of an error of this type.
func Out[E any](err E) { panic(out[E]{err}) }

// Catch is deferred by the function that a computation is left to, which returns the error: defer bail.Catch(&err).
func Catch[E any](err *E) {
	switch r := recover().(type) {
	case nil:
	case out[E]:
		*err = r.err
	default:
		panic(r)
	}
}

package ir

import (
	"fmt"
	"strings"
)

// What fmt prints of operations and values is their text.

// String is the text of the operation, as Print gives it in local scope.
func (op *Operation) String() string {
	if op == nil {
		return "<<NULL OPERATION>>"
	}
	return strings.TrimSuffix(Print(op, PrintOptions{LocalScope: true}), "\n")
}

// String is the text of the operation that defines the value, or says which argument of a block it is.
func (v *Value) String() string {
	switch {
	case v == nil:
		return "<<NULL VALUE>>"
	case v.op != nil:
		return v.op.String()
	}
	return fmt.Sprintf("<block argument> of type '%s' at index: %d", v.typ, v.index)
}

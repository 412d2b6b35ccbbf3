package convert

import (
	"errors"
	"fmt"

	"descend/dialects/ods"
	"descend/ir"
)

// Structural are the patterns for what holds a program together, whatever its dialect: functions ([ods.FunctionLike]) get another
// signature and body, calls ([ods.CallLike]) and branches ([ir.BranchOp]) other operands and results, as do what ends a function ([ods.InlinableReturn]).
// They are legal where [TypeConverter.IsLegal] says so.
func Structural(tc *TypeConverter) []Pattern {
	return With(tc, Pattern{Name: "function", Rewrite: function}, Pattern{Name: "call, branch or return", Rewrite: retyped})
}

// function gives a function a signature of converted types.
func function(op *ir.Operation, _ []*ir.Value, rw *Rewriter) error {
	f, ok := op.Typed().(ods.FunctionLike)
	if !ok || f.FunctionType() == nil {
		return errOther
	}
	inputs, err := rw.Converted(f.FunctionType().Inputs...)
	if err != nil {
		return err
	}
	results, err := rw.Converted(f.FunctionType().Results...)
	if err != nil {
		return err
	}
	for attr, same := range map[string]bool{
		"arg_attrs": len(inputs) == len(f.FunctionType().Inputs),
		"res_attrs": len(results) == len(f.FunctionType().Results),
	} {
		if !same && op.HasAttr(attr) {
			return fmt.Errorf("the types are not as many as before, and it has %s", attr)
		}
	}
	c := op.Context()
	rw.Update(op, func() { op.SetAttr("function_type", c.TypeAttr(c.FunctionType(inputs, results))) })
	return rw.ConvertRegion(f.FunctionBody())
}

// retyped gives an operation that only hands values on the operands of converted types, and such results.
func retyped(op *ir.Operation, operands []*ir.Value, rw *Rewriter) error {
	switch op.Typed().(type) {
	case ods.CallLike, ods.InlinableReturn, ir.BranchOp:
	default:
		return errOther
	}
	types, err := rw.Converted(ir.TypesOf(op.Results())...)
	if err != nil {
		return err
	}
	if len(types) != op.NumResults() {
		return errors.New("results that become several, or none, are not converted")
	}
	rw.Rebuild(op, operands, types)
	return nil
}

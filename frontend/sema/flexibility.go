package sema

import (
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/ir"
)

// flexibility says how far the type of a term is open to its context.
type flexibility int

const (
	rigid     flexibility = iota
	anyInt                // integer literals
	anyNumber             // numbers of resources, perhaps with integer literals
	anyNat                // nats, and numbers of all threads of a grid, perhaps with the former
	anyFloat              // float literals
)

// flex tells whether the type of x is set by its context: literals, nats and arithmetic on such.
func (e *point) flex(x ast.Expr) flexibility { return e.flexWith(x, false) }

// flexWith is flex; with open, variables whose types are open count like their literals.
func (e *point) flexWith(x ast.Expr, open bool) flexibility {
	switch x := x.(type) {
	case *ast.IntLit:
		if x.Suffix == "" {
			return anyInt
		}
	case *ast.FloatLit:
		if x.Suffix == "" {
			return anyFloat
		}
	case *ast.Name:
		if len(x.Path.Parts) == 1 {
			switch b := e.scope.lookup(x.Path.Parts[0].Name); {
			case b == nil:
			case b.kind == natBind:
				return anyNat
			case open && b.open:
				return e.flex(b.init)
			}
		}
	case *ast.Call:
		return e.flexNumber(x)
	case *ast.Unary:
		return e.flexWith(x.X, open)
	case *ast.Binary:
		if x.Op.IsComparison() || x.Op.IsLogical() {
			return rigid
		}
		f := e.flexWith(x.X, open)
		if x.Op == ast.Shl || x.Op == ast.Shr || f == rigid {
			return f
		}
		g := e.flexWith(x.Y, open)
		if g == rigid {
			return rigid
		}
		return max(f, g)
	}
	return rigid
}

// flexNumber tells it of a call: of index and count, the functions of the language.
func (e *point) flexNumber(x *ast.Call) flexibility {
	name := x.Fun.String()
	if name != "index" && name != "count" || e.items.fns[name] != nil || len(x.Args) == 0 {
		return rigid
	}
	if id := nameOf(x.Args[0]); id != nil {
		if b := e.scope.lookup(id.Name); b != nil && b.kind == execBind && b.exec != nil {
			if op, ok := scheduleOf(b.exec); ok && exec.TypeOf(op.From()).Kind == exec.GlobalThreads {
				return anyNat
			}
		}
	}
	return anyNumber
}

// flexDefault is the type of a flexible term without context.
func flexDefault(c *ir.Context, f flexibility) ir.Type {
	switch f {
	case anyNumber:
		return c.IntegerType(32, ir.Unsigned)
	case anyNat:
		return c.IntegerType(64, ir.Unsigned)
	case anyFloat:
		return c.F64()
	}
	return c.I32()
}

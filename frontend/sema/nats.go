package sema

import (
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/ir"
)

// nat resolves a natural number.
func (r *resolver) nat(n ast.Nat) (nat.Expr, bool) {
	switch n := n.(type) {
	case *ast.NatLit:
		return nat.Big(n.Value), true
	case *ast.NatName:
		b := r.lookup(n.Name)
		switch {
		case b == nil:
			r.undeclared(n.Name, "nat", ast.KindNat, natBind, r.scope.visible(func(b *binding) bool { return b.kind == natBind }))
		case b.bad:
			r.bad = true
		case b.kind == execBind && r.numbers != nil:
			r.bad = true
			r.numbers.report(n.Name, b, "a nat")
		case b.kind != natBind:
			r.wrongKind(n.Name.Span(), "a nat", n.Name.Name, b)
		default:
			return b.nat, true
		}
		return nat.Expr{}, false
	case *ast.NatBinary:
		x, ok1 := r.nat(n.X)
		y, ok2 := r.nat(n.Y)
		if !ok1 || !ok2 {
			return nat.Expr{}, false
		}
		return r.natBinary(n, x, y)
	case *ast.NatMinMax:
		x, ok1 := r.nat(n.X)
		y, ok2 := r.nat(n.Y)
		if n.Max {
			return nat.Max(x, y), ok1 && ok2
		}
		return nat.Min(x, y), ok1 && ok2
	case *ast.NatInfer:
		if v := r.unknown(n.Span()); v != "" {
			return nat.Var(v), true
		}
	}
	r.bad = true
	return nat.Expr{}, false
}

func (r *resolver) natBinary(n *ast.NatBinary, x, y nat.Expr) (nat.Expr, bool) {
	switch n.Op {
	case ast.Add:
		return x.Add(y), true
	case ast.Sub:
		d := x.Sub(y)
		if c, ok := d.Const(); ok && c.Sign() < 0 {
			r.failAt(n, "`%s` is negative", n.Span().Text()).
				WithLabel("%s - %s is below zero", x, y)
			return d, false
		}
		return d, true
	case ast.Mul:
		return x.Mul(y), true
	}
	if y.IsZero() {
		r.failAt(n, "division by zero").WithLabel("the divisor is 0")
		return x, false
	}
	if n.Op == ast.Div {
		return x.Div(y), true
	}
	return x.Mod(y), true
}

// failAt reports a nat that has no value: where it stands, or where the struct is used that has it in a field.
func (r *resolver) failAt(n ast.Nat, format string, args ...any) *ir.Diagnostic {
	if !r.use.Known() {
		return r.fail(n.Span(), natConstraint, format, args...)
	}
	return r.fail(r.use, natConstraint, format, args...).Relate(n.Span().Loc(r.items.c), "in this type")
}

// dim resolves a shape.
func (r *resolver) dim(d *ast.Dim) (exec.Dim, bool) {
	var out exec.Dim
	if d == nil {
		r.bad = true
		return out, false
	}
	ok := true
	for i, a := range d.Axes {
		n, good := r.nat(d.Sizes[i])
		ok = ok && good
		out = out.With(exec.Axis(a), n)
	}
	return out, ok && len(d.Axes) > 0
}

var execKinds = map[ast.ExecKind]exec.Kind{
	ast.ExecAny: exec.Any, ast.ExecCPUThread: exec.CPUThread, ast.ExecGrid: exec.Grid, ast.ExecBlock: exec.Block,
	ast.ExecWarp: exec.Warp, ast.ExecThread: exec.Thread, ast.ExecBlockGrp: exec.BlockGrp,
	ast.ExecThreadGrp: exec.ThreadGrp, ast.ExecWarpGrp: exec.WarpGrp, ast.ExecGlobalThreads: exec.GlobalThreads,
}

// execType resolves the type of an execution resource; nil after an error.
func (r *resolver) execType(t *ast.ExecType) *exec.Type {
	if t == nil {
		r.bad = true
		return nil
	}
	var dims [2]exec.Dim
	if len(t.Dims) != t.Kind.NumDims() {
		r.bad = true
		return nil
	}
	for i, d := range t.Dims {
		x, ok := r.dim(d)
		if !ok {
			return nil
		}
		dims[i] = x
	}
	if t.Kind == ast.ExecWarpGrp {
		n, ok := r.nat(t.Num)
		if !ok {
			return nil
		}
		dims[0] = exec.NewDim([]exec.Axis{exec.X}, []nat.Expr{n})
	}
	return exec.Get(r.items.c, execKinds[t.Kind], dims[0], dims[1])
}

package sema

import (
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// copyToGPU is the help for memory of the CPU as the argument arg of the launch that is being elaborated: to copy it to the GPU before
// and, if the kernel writes it, back after that. It has edits where the launch is a statement and the argument a variable or a
// borrow of one; it is nil where the memory is not the difference.
func (e *fixer) copyToGPU(arg ast.Node, want *descend.RefType) *ir.Help {
	x := e.launching
	if x == nil || want.Mem != descend.GPUGlobal {
		return nil
	}
	name, source, target, ok := e.cpuArray(arg, x)
	if !ok {
		return &ir.Help{Message: "copy it to the GPU: `let mut on_gpu = GpuGlobal::copy(&..)`, and lend that to the kernel: `&uniq on_gpu`"}
	}
	onGPU := name + "_gpu"
	for e.scope.lookup(onGPU) != nil {
		onGPU += "_"
	}
	before, lent, after := "let "+onGPU+" = ", "&"+onGPU, ""
	if want.Uniq {
		before, lent = "let mut "+onGPU+" = ", "&uniq "+onGPU
		after = "copy_mem(" + target + ", &" + onGPU + ")"
	}
	before += "GpuGlobal::copy(" + source + ");"
	k, _ := e.items.tokenBefore(x.Span())
	statement := k == syntax.Semi || k == syntax.LBrace || k == syntax.RBrace
	if !statement || want.Uniq && target == "" {
		return &ir.Help{Message: "copy it to the GPU: `" + before + "`, and lend `" + lent + "` to the kernel"}
	}
	h := &ir.Help{Message: "copy it to the GPU, and back", Edits: []ir.Edit{insertion(e.c, x.Span(), before+" "), {Loc: arg.Span().Loc(e.c), Text: lent}}}
	if after == "" {
		h.Message = "copy it to the GPU"
		return h
	}
	end := x.Span().Tail()
	if k, semi := e.items.tokenAfter(x.Span()); k == syntax.Semi {
		end, after = semi.Tail(), " "+after+";"
	} else {
		after = "; " + after
	}
	h.Edits = append(h.Edits, ir.Edit{Loc: end.Loc(e.c), Text: after})
	return h
}

// cpuArray takes an argument of a launch apart: the variable's name, the text that borrows its array for reading, and the one that
// borrows it for writing, empty if it cannot be. It is false if the argument is not a variable or a borrow of one.
func (e *fixer) cpuArray(arg ast.Node, x *ast.Launch) (name, source, target string, ok bool) {
	i := slices.IndexFunc(x.Args, func(a ast.Expr) bool { return a == arg })
	if i < 0 {
		return "", "", "", false
	}
	a, ok := e.argumentOf(x.Args[i])
	if !ok || a.derefs > 1 {
		return "", "", "", false
	}
	switch t := descend.ElemOf(a.place).(type) {
	case *descend.RefType:
		if t.Uniq {
			target = a.name
		}
		return a.name, "&*" + a.name, target, t.Mem == descend.CPUMem
	case *descend.BoxType:
		return a.name, "&*" + a.name, "&uniq *" + a.name, t.Mem == descend.CPUMem
	}
	if changeable(a.place) {
		target = "&uniq " + a.name
	}
	return a.name, "&" + a.name, target, true
}

// spelledCall is the text of a call or launch that gives the generic arguments that do not follow from the others.
func (e *fixer) spelledCall(in *instance, call ast.Expr) string {
	texts := map[string]string{}
	for i, g := range in.f.generics {
		text := "_"
		switch v := in.vals[i]; g.kind {
		case ast.KindLifetime:
			continue
		case ast.KindNat:
			if infer.OpenNat(e.infer.Nat(v.nat)) {
				text = "4"
				if b := e.scope.lookup(g.name); b != nil && b.kind == natBind && !b.bad {
					text = g.name
				}
			}
		case ast.KindMem:
			if infer.OpenMem(e.infer.Mem(v.mem)) {
				text = string(e.localMem())
			}
		default:
			if infer.Open(e.infer.Type(v.typ)) {
				text = "f32"
			}
		}
		texts[g.name] = text
	}
	list, functions := []string(nil), in.functions
	for _, g := range in.f.decl.Generics {
		switch g.Kind {
		case ast.KindLifetime:
		case ast.KindFn:
			list, functions = append(list, functions[0].Span().Text()), functions[1:]
		default:
			list = append(list, texts[g.Name.Name])
		}
	}
	head, args := call.Span(), call.Span()
	var generics []*ast.GenericArg
	end := ""
	switch x := call.(type) {
	case *ast.Call:
		head.End, generics = x.Fun.Span().End, x.Generics
	case *ast.Launch:
		head.End, generics, end = x.Block.Span().End, x.Generics, ">>>"
		if n := len(x.Shared); n > 0 {
			head.End = x.Shared[n-1].Span().End
		}
	}
	last := head
	if n := len(generics); n > 0 {
		last = generics[n-1].Span()
	}
	args.Start = e.items.nextToken(last, syntax.LParen).Start
	return head.Text() + end + "::<" + strings.Join(list, ", ") + ">" + args.Text()
}

// grid is the help for a launch with another grid than the kernel is written for; nil if that grid depends on
// something that is not known here.
func (e *fixer) grid(want *exec.Type, s source.Span) *ir.Help {
	want = e.infer.Exec(want)
	if infer.OpenExec(want) {
		return nil
	}
	return &ir.Help{Message: "launch the grid that it is written for", Edits: []ir.Edit{{Loc: s.Loc(e.c), Text: want.Dim.String() + ", " + want.Inner.String()}}}
}

// shared is the help for a launch that does not say which shared memory to allocate; nil if the sizes are not known.
func (e *fixer) shared(x *ast.Launch, in *instance, params []*param) *ir.Help {
	text := ""
	for i, p := range params {
		ref, ok := descend.SubstType(e.c, p.typ, in.sub).(*descend.RefType)
		if !ok || infer.Open(e.infer.Type(ref.Elem)) {
			return nil
		}
		text += []string{"; ", ", "}[min(i, 1)] + descend.UserFormat(e.infer.Type(ref.Elem))
	}
	return &ir.Help{Message: "say what to allocate for each block", Edits: []ir.Edit{insertion(e.c, x.Block.Span().Tail(), text)}}
}

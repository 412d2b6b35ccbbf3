package sema

import (
	"strings"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// copyFix is the help for memory of the CPU as an argument of the launch that is being elaborated: to copy it to the GPU before
// and, if the kernel writes it, back after that. It has edits where the launch is a statement and the argument a variable or a
// borrow of one; it is nil where the memory is not the difference.
func (e *elab) copyFix(s source.Span, want *descend.RefType) *ir.Help {
	x := e.launching
	if x == nil || want.Mem != descend.GPUGlobal {
		return nil
	}
	name, source, target, ok := e.cpuArray(s, x)
	if !ok {
		return &ir.Help{Message: "copy it to the GPU: `let mut on_gpu = GpuGlobal::alloc_copy(&..)`, and lend that to the kernel: `&uniq on_gpu`"}
	}
	onGPU := name + "_gpu"
	for e.scope.lookup(onGPU) != nil {
		onGPU += "_"
	}
	before, lent, after := "let "+onGPU+" = ", "&"+onGPU, ""
	if want.Uniq {
		before, lent = "let mut "+onGPU+" = ", "&uniq "+onGPU
		after = "copy_mem_to_host(" + target + ", &" + onGPU + ")"
	}
	before += "GpuGlobal::alloc_copy(" + source + ");"
	text := x.Span().File.Text
	rest := strings.TrimLeft(text[x.Span().End:], " \t\r\n")
	start := strings.TrimRight(text[:x.Span().Start], " \t\r\n")
	if !strings.HasSuffix(start, ";") && !strings.HasSuffix(start, "{") && !strings.HasSuffix(start, "}") || want.Uniq && target == "" {
		return &ir.Help{Message: "copy it to the GPU: `" + before + "`, and lend `" + lent + "` to the kernel"}
	}
	h := &ir.Help{Message: "copy it to the GPU, and back", Edits: []ir.Edit{e.insert(x.Span(), before+" "), {Loc: s.Loc(e.c), Text: lent}}}
	if after == "" {
		h.Message = "copy it to the GPU"
		return h
	}
	end := x.Span().Tail()
	if strings.HasPrefix(rest, ";") {
		end.Start = len(text) - len(rest) + 1
		end.End = end.Start
		after = " " + after + ";"
	} else {
		after = "; " + after
	}
	h.Edits = append(h.Edits, ir.Edit{Loc: end.Loc(e.c), Text: after})
	return h
}

// cpuArray takes an argument of a launch apart: the variable's name, the text that borrows its array for reading, and the one that
// borrows it for writing, empty if it cannot be. It is false if the argument is not a variable or a borrow of one.
func (e *elab) cpuArray(s source.Span, x *ast.Launch) (name, source, target string, ok bool) {
	for _, a := range x.Args {
		if a.Span() != s {
			continue
		}
		if b, borrowed := a.(*ast.Borrow); borrowed {
			a = b.X
		}
		if d, deref := a.(*ast.Deref); deref {
			a = d.X
		}
		n, isName := a.(*ast.Name)
		if !isName {
			return "", "", "", false
		}
		v := e.scope.lookup(n.Path.String())
		if v == nil || v.place == nil {
			return "", "", "", false
		}
		name = n.Path.String()
		source, target = "&"+name, "&uniq "+name
		switch t := descend.ElemOf(v.place).(type) {
		case *descend.RefType:
			source = "&*" + name
			if target = name; !t.Uniq {
				target = ""
			}
			return name, source, target, t.Mem == descend.CPUMem
		case *descend.BoxType:
			return name, "&*" + name, "&uniq *" + name, t.Mem == descend.CPUMem
		}
		if !e.changeable(v.place) {
			target = ""
		}
		return name, source, target, true
	}
	return "", "", "", false
}

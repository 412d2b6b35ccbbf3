package ir

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// panicOf is what f panics with, "nothing" if it does not.
func panicOf(f func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = fmt.Sprint(r)
		}
	}()
	f()
	return "nothing"
}

// misuseModule is a module with a loop around a sum, and a builder at the end of the loop.
func misuseModule(t *testing.T) (c *Context, b *Builder, sum *Operation) {
	t.Helper()
	c = toyContext()
	m := readModule(t, c, "m.mlir", []byte("%a = toy.const 5\n\"test.loop\"() ({\n  %s = toy.add %a, %a : i32\n  toy.store %s : i32\n}) : () -> ()\n"))
	for op := range m.All("toy.add") {
		return c, NewBuilder(c).AtEnd(op.Block()), op
	}
	t.Fatal("no sum")
	return nil, nil, nil
}

// TestMisuse holds that calls which would break the program panic, name themselves, and say what is wrong and where.
func TestMisuse(t *testing.T) {
	other := toyContext()
	foreign := NewBuilder(other).Detached().Op("toy.const", nil, []Type{other.I32()}, Attr("value", other.I32Attr(1))).Result(0)
	i32 := func(c *Context) []Type { return []Type{c.I32()} }
	for _, test := range []struct {
		name, want string
		do         func(c *Context, b *Builder, sum *Operation)
	}{
		{"insert twice", "Builder.Insert: 'toy.add' at m.mlir:3:8 is in a block already; Remove it first, or Clone it",
			func(c *Context, b *Builder, sum *Operation) { b.Insert(sum) }},
		{"append twice", "Block.Append: 'toy.add' at m.mlir:3:8 is in a block already; Remove it first, or Clone it",
			func(c *Context, b *Builder, sum *Operation) { b.Block().Append(sum) }},
		{"insert nil", "Builder.Insert: the operation is nil", func(c *Context, b *Builder, sum *Operation) { b.Insert(nil) }},
		{"insert erased", "Builder.Insert: 'toy.store' at m.mlir:4:3 was erased", func(c *Context, b *Builder, sum *Operation) {
			store := sum.Next()
			store.Erase()
			b.Insert(store)
		}},
		{"insert foreign", "Builder.Insert: 'toy.const' is of another context than the builder",
			func(c *Context, b *Builder, sum *Operation) { b.Insert(foreign.DefiningOp()) }},
		{"no insertion point", "Builder.Insert: the builder has no insertion point for 'toy.const'; AtEnd, Before and the like set one",
			func(c *Context, b *Builder, sum *Operation) {
				NewBuilder(c).Op("toy.const", nil, i32(c), Attr("value", c.I32Attr(1)))
			}},
		{"insertion point gone", "Builder.Insert: 'toy.store' at m.mlir:4:3, before which 'toy.const' was to be put, is not in the block any more",
			func(c *Context, b *Builder, sum *Operation) {
				b.Before(sum.Next())
				sum.Next().Erase()
				b.Op("toy.const", nil, i32(c), Attr("value", c.I32Attr(1)))
			}},
		{"before detached", "Builder.Before: 'toy.store' at m.mlir:4:3 is in no block", func(c *Context, b *Builder, sum *Operation) {
			store := sum.Next()
			store.Remove()
			b.Before(store)
		}},
		{"after detached", "Builder.After: 'toy.store' at m.mlir:4:3 is in no block", func(c *Context, b *Builder, sum *Operation) {
			store := sum.Next()
			store.Remove()
			b.After(store)
		}},
		{"move before detached", "Operation.MoveBefore: 'toy.store' at m.mlir:4:3, before which 'toy.add' at m.mlir:3:8 was to be put, is in no block",
			func(c *Context, b *Builder, sum *Operation) {
				store := sum.Next()
				store.Remove()
				sum.MoveBefore(store)
			}},
		{"erase used", "Operation.Erase: result #0 of 'toy.add' at m.mlir:3:8 is used by 'toy.store' at m.mlir:4:3",
			func(c *Context, b *Builder, sum *Operation) { sum.Erase() }},
		{"erase twice", "Operation.Erase: 'toy.store' at m.mlir:4:3 was erased before", func(c *Context, b *Builder, sum *Operation) {
			store := sum.Next()
			store.Erase()
			store.Erase()
		}},
		{"erase block", "Block.Erase: argument #0 is used by 'toy.add' at m.mlir:3:8", func(c *Context, b *Builder, sum *Operation) {
			x := NewBlock(nil, c.I32())
			sum.SetOperand(0, x.Arg(0))
			x.Erase()
		}},
		{"erase argument", "Block.EraseArg: argument #0 is used by 'toy.add' at m.mlir:3:8", func(c *Context, b *Builder, sum *Operation) {
			x := NewBlock(nil, c.I32())
			sum.SetOperand(0, x.Arg(0))
			x.EraseArg(0)
		}},
		{"replace by too few", "Rewriter.Replace: 'toy.add' at m.mlir:3:8 has 1 results, and 0 values are to replace them",
			func(c *Context, b *Builder, sum *Operation) { NewRewriter(c).Replace(sum) }},
		{"replace with too many", "Operation.ReplaceWith: 'toy.add' at m.mlir:3:8 has 1 results, and 2 values are to replace them",
			func(c *Context, b *Builder, sum *Operation) { sum.ReplaceWith(sum.Operand(0), sum.Operand(1)) }},
		{"replace by nil", "Value.ReplaceAllUsesWith: the value that is to be replaced by nil is used by 'toy.store' at m.mlir:4:3",
			func(c *Context, b *Builder, sum *Operation) { sum.Result(0).ReplaceAllUsesWith(nil) }},
		{"operand nil", "Builder.Create: operand #1 of 'toy.add' is nil",
			func(c *Context, b *Builder, sum *Operation) {
				b.Op("toy.add", []*Value{sum.Result(0), nil}, i32(c))
			}},
		{"set operand nil", "Operation.SetOperand: operand #1 of 'toy.add' is nil", func(c *Context, b *Builder, sum *Operation) { sum.SetOperand(1, nil) }},
		{"set operands nil", "Operation.SetOperands: operand #0 of 'toy.add' is nil", func(c *Context, b *Builder, sum *Operation) { sum.SetOperands(nil) }},
		{"operand foreign", "Builder.Create: operand #0 of 'toy.store' is of another context",
			func(c *Context, b *Builder, sum *Operation) { b.Op("toy.store", []*Value{foreign}, nil) }},
		{"set operand foreign", "Operation.SetOperand: operand #0 of 'toy.add' is of another context",
			func(c *Context, b *Builder, sum *Operation) { sum.SetOperand(0, foreign) }},
		{"name foreign", "NewOperation: the name 'toy.store' is of another context",
			func(c *Context, b *Builder, sum *Operation) {
				NewOperation(c, OperationState{Name: other.OpName("toy.store"), Operands: sum.Operands()[:1]})
			}},
		{"no name", "NewOperation: the operation has no name", func(c *Context, b *Builder, sum *Operation) { NewOperation(c, OperationState{}) }},
		{"type nil", "Builder.Create: the type of result #0 of 'toy.const' is nil",
			func(c *Context, b *Builder, sum *Operation) { b.Op("toy.const", nil, []Type{nil}) }},
		{"set type nil", "Value.SetType: the type is nil", func(c *Context, b *Builder, sum *Operation) { sum.Result(0).SetType(nil) }},
		{"attribute twice", "Builder.Create: attribute 'value' of 'toy.const' is given twice",
			func(c *Context, b *Builder, sum *Operation) {
				b.Op("toy.const", nil, i32(c), Attr("value", c.I32Attr(1)), Attr("value", c.I32Attr(2)))
			}},
		{"attribute nil", "Builder.Create: attribute 'value' of 'toy.const' is nil; leave it out if it is absent",
			func(c *Context, b *Builder, sum *Operation) { b.Op("toy.const", nil, i32(c), Attr("value", nil)) }},
		{"region twice", "Operation.AddRegion: the region for 'toy.add' at m.mlir:3:8 is nil, or belongs to an operation already",
			func(c *Context, b *Builder, sum *Operation) { sum.AddRegion(sum.ParentRegion()) }},
		{"pattern without code", "ApplyGreedily: pattern #0 has no Name, or no Apply",
			func(c *Context, b *Builder, sum *Operation) {
				ApplyGreedily(sum.Parent(), []Pattern{{Name: "p"}}, GreedyOptions{})
			}},
		{"insert into itself", "Builder.Insert: the block is inside 'test.loop' at m.mlir:2:1", func(c *Context, b *Builder, sum *Operation) {
			loop := sum.Parent()
			loop.Remove()
			b.Insert(loop)
		}},
		{"move into itself", "Operation.MoveToEnd: the block is inside 'test.loop' at m.mlir:2:1",
			func(c *Context, b *Builder, sum *Operation) { sum.Parent().MoveToEnd(sum.Block()) }},
		{"move before what is inside", "Operation.MoveBefore: the block is inside 'test.loop' at m.mlir:2:1",
			func(c *Context, b *Builder, sum *Operation) { sum.Parent().MoveBefore(sum) }},
		{"before nil", "Builder.Before: a nil operation is in no block", func(c *Context, b *Builder, sum *Operation) { b.Before(nil) }},
		{"at the start of nil", "Builder.Insert: the builder has no insertion point for 'test.x'; AtEnd, Before and the like set one",
			func(c *Context, b *Builder, sum *Operation) { b.AtStart(nil).Op("test.x", nil, nil) }},
		{"no such operand", "Operation.Operand: 'toy.add' at m.mlir:3:8 has 2 operands, and #2 is asked for",
			func(c *Context, b *Builder, sum *Operation) { sum.Operand(2) }},
		{"no such operand to set", "Operation.SetOperand: 'toy.add' at m.mlir:3:8 has 2 operands, and #2 is asked for",
			func(c *Context, b *Builder, sum *Operation) { sum.SetOperand(2, sum.Operand(0)) }},
		{"no such result", "Operation.Result: 'toy.add' at m.mlir:3:8 has 1 results, and #1 is asked for",
			func(c *Context, b *Builder, sum *Operation) { sum.Result(1) }},
		{"no such region", "Operation.Region: 'toy.add' at m.mlir:3:8 has 0 regions, and #0 is asked for",
			func(c *Context, b *Builder, sum *Operation) { sum.Body(0) }},
		{"inline without values", "Rewriter.InlineBlockBefore: the block has 1 arguments, and 0 values are to replace them",
			func(c *Context, b *Builder, sum *Operation) {
				NewRewriter(c).InlineBlockBefore(NewBlock(nil, c.I32()), sum)
			}},
		{"replace by no operation", "Rewriter.ReplaceOp: 'toy.add' at m.mlir:3:8 is to be replaced by a nil operation",
			func(c *Context, b *Builder, sum *Operation) { NewRewriter(c).ReplaceOp(sum, nil) }},
		{"operand erased", "Builder.Create: operand #0 of 'test.x' is a result of 'toy.add' at m.mlir:3:8, which was erased",
			func(c *Context, b *Builder, sum *Operation) {
				v := sum.Result(0)
				sum.Next().Erase()
				sum.Erase()
				b.Op("test.x", []*Value{v}, nil)
			}},
		{"no such successor", "Operation.SetSuccessor: 'toy.add' at m.mlir:3:8 has 0 successors, and #0 is asked for",
			func(c *Context, b *Builder, sum *Operation) { sum.SetSuccessor(0, sum.Block()) }},
		{"argument without type", "Block.AddArg: the type of argument #0 is nil", func(c *Context, b *Builder, sum *Operation) { sum.Block().AddArg(nil, nil) }},
		{"dialect nil", "Context.Register: the dialect is nil", func(c *Context, b *Builder, sum *Operation) { c.Register(nil) }},
		{"block twice", "Region.Append: the block is nil, or in a region already; Detach it first",
			func(c *Context, b *Builder, sum *Operation) { NewRegion(sum.Block()) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, b, sum := misuseModule(t)
			want := "ir: " + test.want + " (called in descend/ir.TestMisuse.func"
			if got := panicOf(func() { test.do(c, b, sum) }); !strings.HasPrefix(got, want) {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// TestVerifyContexts holds that the verifier finds types that were not made in the context.
func TestVerifyContexts(t *testing.T) {
	other := toyContext()
	for name, change := range map[string]func(c *Context, sum *Operation){
		"type 'tuple<i32>' of result #0 is not one of the context: it was made in another one, or without ir.Intern": func(c *Context, sum *Operation) {
			NewBuilder(c).Before(sum).Op("test.op", nil, []Type{other.TupleType(other.I32())})
		},
		"type 'i32' of result #0 is not one of the context: it was made in another one, or without ir.Intern": func(c *Context, sum *Operation) {
			sum.Result(0).SetType(other.I32())
		},
		"type 'i32' in attribute 'n' is not one of the context: it was made in another one, or without ir.Intern": func(c *Context, sum *Operation) {
			sum.SetAttr("n", other.I32Attr(1))
		},
		"type 'tuple<i32>' in attribute 't' is not one of the context: it was made in another one, or without ir.Intern": func(c *Context, sum *Operation) {
			sum.SetAttr("t", c.TypeAttr(other.TupleType(other.I32())))
		},
		"type 'i64' of block argument #0 is not one of the context: it was made in another one, or without ir.Intern": func(c *Context, sum *Operation) {
			sum.Block().AddArg(&IntegerType{Width: 64}, nil)
		},
	} {
		c, _, sum := misuseModule(t)
		module := sum.Parent().Parent()
		var diags Diagnostics
		if !Verify(module, &diags) {
			t.Fatal(diags.InOrder())
		}
		change(c, sum)
		if Verify(module, &diags) || !strings.Contains(diags.InOrder()[0].Message, name) {
			t.Errorf("%v, want %s", diags.InOrder(), name)
		}
	}
}

// TestStrings holds that fmt prints operations and values as text.
func TestStrings(t *testing.T) {
	_, _, sum := misuseModule(t)
	block := NewBlock(nil, sum.Result(0).Type())
	for got, want := range map[string]string{
		fmt.Sprint(sum):                                        "%0 = toy.add %c5, %c5 : i32",
		fmt.Sprintf("%v", toyAdd{sum}):                         "%0 = toy.add %c5, %c5 : i32",
		fmt.Sprint(sum.Result(0)):                              "%0 = toy.add %c5, %c5 : i32",
		fmt.Sprint(block.Arg(0)):                               "<block argument> of type 'i32' at index: 0",
		fmt.Sprint(sum.Result(0).Type()):                       "i32",
		fmt.Sprint((*Operation)(nil), toyAdd{}, (*Value)(nil)): "<<NULL OPERATION>> <<NULL OPERATION>> <<NULL VALUE>>",
		fmt.Sprint(sum.Parent()):                               "\"test.loop\"() ({\n  %0 = toy.add %c5, %c5 : i32\n  toy.store %0 : i32\n}) : () -> ()",
	} {
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	sum.SetAttr("nsw", sum.Context().I32Attr(1)) // invalid
	if got, want := fmt.Sprint(sum), `%1 = "toy.add"(%0, %0) <{nsw = 1 : i32}> : (i32, i32) -> i32`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Operations whose code panics.

type (
	faultOp  struct{ *Operation }
	regionOp struct{ *Operation }
)

var (
	faultDef  = &OpDef{Name: "fault.op", Attrs: []AttrDef{{Name: "in"}}, Results: []OperandDef{{Name: "res", Arity: Variadic}}}
	regionDef = &OpDef{Name: "fault.region", Traits: SingleBlock | NoTerminator, Regions: []RegionDef{{Name: "body"}}}
)

func (faultOp) Def() *OpDef  { return faultDef }
func (regionOp) Def() *OpDef { return regionDef }

// fault panics if the attribute "in" says so.
func (o faultOp) fault(in string) {
	if o.StringAttr("in") == in {
		var none []int
		none[len(in)]++
	}
}

func (o faultOp) Verify() error { o.fault("Verify"); return nil }
func (o faultOp) Fold([]Attribute) []FoldResult {
	o.fault("Fold")
	return nil
}
func (o faultOp) Effects() []Effect               { return []Effect{{Kind: WriteEffect}} }
func (o faultOp) ValueNames(func(*Value, string)) { o.fault("ValueNames") }
func (o faultOp) PrintAsm(p *Printer) {
	o.fault("PrintAsm")
	p.Write(" ", QuoteString(o.StringAttr("in")))
}
func (faultOp) ParseAsm(p *Parser, st *OperationState) error {
	at := p.StringLit()
	if at == "ParseAsm" {
		panic("oh")
	}
	st.SetAttr("in", p.Context().StringAttr(at))
	return nil
}
func (faultOp) Rewrites() []Rewrite {
	return []Rewrite{{Name: "op-faults", Apply: RewriteOn(func(o faultOp, rw *Rewriter) bool {
		o.fault("rewrite")
		if o.StringAttr("in") == "misuse" {
			rw.Insert(o.Operation)
		}
		return false
	})}}
}
func (o regionOp) VerifyRegions() error { panic("oh") }

func faultContext() *Context {
	return NewContext(&Dialect{Name: "fault", Ops: []OpEntry{Op(func(o *Operation) faultOp { return faultOp{o} }), Op(func(o *Operation) regionOp { return regionOp{o} })},
		ParseType: func(*Context, string, string, bool) (Type, error) { panic("oh") },
		ParseAttr: func(*Context, string, string, bool) (Attribute, error) { panic("oh") }})
}

// TestPanics holds that a panic in the code of an operation names the operation, its dialect and its place.
func TestPanics(t *testing.T) {
	for src, want := range map[string]string{
		`fault.op "Verify"`: `^panic in Verify of 'fault.op' \(dialect fault\) at f.mlir:1:1: runtime error: index out of range \[6\] with length 0 \(in descend/ir.faultOp.fault:\d+\)$`,
		`"fault.region"() ({
		^bb0:
		}) : () -> ()`: `^panic in VerifyRegions of 'fault.region' \(dialect fault\) at f.mlir:1:1: oh \(in descend/ir.regionOp.VerifyRegions:\d+\)$`,
		`fault.op "Fold"`:     `^panic in Fold of 'fault.op' \(dialect fault\) at f.mlir:1:1: runtime error`,
		`fault.op "rewrite"`:  `^panic in rewrite 'op-faults' of 'fault.op' \(dialect fault\) at f.mlir:1:1: runtime error`,
		`fault.op "misuse"`:   `^panic in rewrite 'op-faults' of 'fault.op' \(dialect fault\) at f.mlir:1:1: ir: Builder.Insert: 'fault.op' at f.mlir:1:1 is in a block already; Remove it first, or Clone it \(called in descend/ir.faultOp.Rewrites.func1:\d+\)$`,
		`fault.op "PrintAsm"`: `^panic in PrintAsm of 'fault.op' \(dialect fault\) at f.mlir:1:1: runtime error`,
		`%a = "fault.op"() <{in = "ValueNames"}> : () -> i32`: `^panic in ValueNames of 'fault.op' \(dialect fault\) at f.mlir:1:6: runtime error`,
		`fault.op "ParseAsm"`:                    `^panic in ParseAsm of 'fault.op' \(dialect fault\) at f.mlir:1:1: oh \(in descend/ir.faultOp.ParseAsm:\d+\)$`,
		`"fault.op"() {a = #fault.a} : () -> ()`: `^panic in ParseAttr of dialect fault at f.mlir:1:19: oh \(in descend/ir.faultContext.func\d+:\d+\)$`,
		`"fault.op"() : () -> !fault.t`:          `^panic in ParseType of dialect fault at f.mlir:1:22: oh`,
	} {
		got := panicOf(func() {
			var diags Diagnostics
			m := ParseModule(faultContext(), "f.mlir", []byte(src), &diags)
			if m == nil {
				panic(diags.InOrder()[0].Message)
			}
			Verify(m, &diags)
			ApplyGreedily(m, nil, GreedyOptions{})
			Print(m, PrintOptions{})
		})
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%s:\ngot  %s\nwant %s", src, got, want)
		}
	}
}

package gpu

import (
	"fmt"
	"slices"
	"strings"

	"descend/ir"
)

// WordAttr is an attribute of the dialect that says one of several words: #gpu.block<x>, #gpu<all_reduce_op add>.
type WordAttr struct {
	ir.AttrBase
	kind *wordKind
	// Word is the word.
	Word string
}

// wordKind is what such attributes say: their name and the words. Those that are bare are written as #gpu<name word>.
type wordKind struct {
	name  string
	bare  bool
	words []string
	// class is what MLIR calls the words in its messages.
	class string
}

var (
	dimWords = append(slices.Clone(dimNames), "linear_dim_0", "linear_dim_1", "linear_dim_2", "linear_dim_3", "linear_dim_4",
		"linear_dim_5", "linear_dim_6", "linear_dim_7", "linear_dim_8", "linear_dim_9")
	allReduceOp = &wordKind{"all_reduce_op", true, []string{"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor",
		"minimumf", "maximumf"}, "::mlir::gpu::AllReduceOperation"}
	wordKinds = []*wordKind{
		allReduceOp,
		{"block", false, dimWords, "::mlir::gpu::MappingId"},
		{"thread", false, dimWords, "::mlir::gpu::MappingId"},
		{"warp", false, dimWords, "::mlir::gpu::MappingId"},
		{"warpgroup", false, dimWords, "::mlir::gpu::MappingId"},
		{"memory_space", false, spaceNames, "::mlir::gpu::AddressSpace"},
	}
)

func (a *WordAttr) String() string {
	if a.kind.bare {
		return "#gpu<" + a.kind.name + " " + a.Word + ">"
	}
	return "#gpu." + a.kind.name + "<" + a.Word + ">"
}

// newWord returns the attribute that says the word.
func (k *wordKind) newWord(c *ir.Context, word string) *WordAttr {
	return ir.Intern(c, "gpu."+k.name, word, func() *WordAttr { return &WordAttr{kind: k, Word: word} })
}

// is says whether an attribute is of the kind.
func (k *wordKind) is(a ir.Attribute) bool {
	w, ok := a.(*WordAttr)
	return ok && w.kind == k
}

// parse makes the attribute of a word.
func (k *wordKind) parse(c *ir.Context, word string) (ir.Attribute, error) {
	if !slices.Contains(k.words, word) {
		return nil, fmt.Errorf("expected %s to be one of: %s", k.class, strings.Join(k.words, ", "))
	}
	return k.newWord(c, word), nil
}

// wordConstraint is the constraint of an attribute of the kind; summary is MLIR's name of it.
func wordConstraint(k *wordKind, summary string) ir.AttrConstraint {
	return ir.AttrConstraint{Name: summary, Is: k.is, Storage: k.is}
}

// wordDirective writes the attribute as its word, nothing if it is absent.
func wordDirective(k *wordKind, attr string) ir.Directive {
	return ir.Directive{
		Print: func(p *ir.Printer) {
			if a, ok := p.Op().Attr(attr).(*WordAttr); ok {
				p.Write(" ", a.Word) // MLIR writes two spaces
			}
		},
		Parse: func(p *ir.Parser, f *ir.Fields) {
			if w := p.OptionalKeyword(k.words...); w != "" {
				f.Attr(attr, k.newWord(p.Context(), w))
			}
		},
	}
}

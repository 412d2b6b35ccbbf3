package ods

import (
	"fmt"
	"slices"
	"strings"

	"descend/ir"
)

// WordAttr is an attribute that says one of several words: #gpu.block<x>, #gpu<all_reduce_op add>.
type WordAttr struct {
	ir.AttrBase
	kind *Words
	// Word is the word.
	Word string
}

// Words is a kind of such attributes.
type Words struct {
	// Dialect and Name are in #dialect.name<word>.
	Dialect, Name string
	// Bare: written as #dialect<name word>.
	Bare bool
	List []string
	// Class is what MLIR calls the words in its messages.
	Class string
}

func (a *WordAttr) String() string {
	if a.kind.Bare {
		return "#" + a.kind.Dialect + "<" + a.kind.Name + " " + a.Word + ">"
	}
	return "#" + a.kind.Dialect + "." + a.kind.Name + "<" + a.Word + ">"
}

// Index is the place of the word in the list.
func (a *WordAttr) Index() int { return slices.Index(a.kind.List, a.Word) }

// IsMapping says whether the word is a unit of a device that loops run on, or a memory there.
func (a *WordAttr) IsMapping() bool {
	return a.kind.Class == "::mlir::gpu::MappingId" || a.kind.Name == "memory_space"
}

// New returns the attribute that says the word.
func (k *Words) New(c *ir.Context, word string) *WordAttr {
	return ir.Intern(c, k.Dialect+"."+k.Name, word, func() *WordAttr { return &WordAttr{kind: k, Word: word} })
}

// Is says whether an attribute is of the kind.
func (k *Words) Is(a ir.Attribute) bool {
	w, ok := a.(*WordAttr)
	return ok && w.kind == k
}

// IndexOf is the place of the word that an attribute says; false if it is of another kind, or none.
func (k *Words) IndexOf(a ir.Attribute) (int, bool) {
	if !k.Is(a) {
		return 0, false
	}
	return a.(*WordAttr).Index(), true
}

// unknown is the message about another word.
func (k *Words) unknown() string {
	return fmt.Sprintf("expected %s to be one of: %s", k.Class, strings.Join(k.List, ", "))
}

// keyword reads one of the words.
func (k *Words) keyword(p *ir.Parser) ir.Attribute {
	pos := p.Pos()
	w := p.Keyword()
	if !slices.Contains(k.List, w) {
		p.FailAt(pos, "%s", k.unknown())
	}
	return k.New(p.Context(), w)
}

// Constraint is the constraint of an attribute of the kind, which formats write as its word, behind a space more as MLIR has it;
// summary is MLIR's name of it.
func (k *Words) Constraint(summary string) ir.AttrConstraint {
	return ir.AttrConstraint{
		Name: summary, Is: k.Is, Storage: k.Is, Parse: k.keyword,
		Print: func(p *ir.Printer, a ir.Attribute) { p.Write(" ", a.(*WordAttr).Word) },
	}
}

// Directive writes the attribute as its word behind a space, nothing if it is absent.
func (k *Words) Directive(attr string) ir.Directive {
	return ir.Directive{
		Print: func(p *ir.Printer) {
			if a, ok := p.Op().Attr(attr).(*WordAttr); ok {
				p.Write(" ", a.Word) // MLIR writes two spaces
			}
		},
		Parse: func(p *ir.Parser, f *ir.Fields) {
			if w := p.OptionalKeyword(k.List...); w != "" {
				f.Attr(attr, k.New(p.Context(), w))
			}
		},
	}
}

// Enum is an integer attribute whose values from 0 on formats write as words; integer says which type it has.
func Enum(name string, integer ir.AttrConstraint, words []string) ir.AttrConstraint {
	return ir.AttrConstraint{
		Name: name, Type: integer.Type,
		Is: func(a ir.Attribute) bool {
			i, ok := a.(*ir.IntegerAttr)
			return ok && integer.Is(a) && i.Value.IsInt64() && i.Int64() >= 0 && i.Int64() < int64(len(words))
		},
		Print: func(p *ir.Printer, a ir.Attribute) { p.Write(words[a.(*ir.IntegerAttr).Int64()]) },
		Parse: func(p *ir.Parser) ir.Attribute {
			return p.Context().IntAttr(int64(slices.Index(words, p.KeywordOf(words...))), integer.Type(p.Context()))
		},
		Starts: func(p *ir.Parser) bool { return slices.ContainsFunc(words, p.Peek) },
	}
}

// ParseWord is Dialect.ParseAttr of a dialect whose attributes are words. "#gpu<dim x>" arrives with an empty mnemonic, and "#gpu.dim<x>"
// with "dim".
func ParseWord(c *ir.Context, kinds []*Words, mnemonic, body string) (ir.Attribute, error) {
	word := strings.TrimSpace(body)
	if mnemonic == "" {
		mnemonic, word, _ = strings.Cut(word, " ")
	}
	if m, rest, ok := strings.Cut(mnemonic, " "); ok {
		mnemonic, word = m, rest
	}
	for _, k := range kinds {
		if k.Name != mnemonic {
			continue
		}
		if word = strings.Trim(word, "<> "); !slices.Contains(k.List, word) {
			return nil, fmt.Errorf("%s", k.unknown())
		}
		return k.New(c, word), nil
	}
	return nil, nil // the parser says that it is unknown, or keeps it as text
}

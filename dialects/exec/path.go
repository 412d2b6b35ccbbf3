package exec

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/nat"
	"descend/ir"
)

// StepKind is a way from a resource to a part of it.
type StepKind int

// The steps.
const (
	ForallStep StepKind = iota
	FstStep
	SndStep
	WarpsStep
	ThreadsStep
)

// Step leads from a resource to the next inner one.
type Step struct {
	Kind StepKind
	Axis Axis     // of ForallStep, FstStep, SndStep
	At   nat.Expr // of FstStep and SndStep
}

// To is the type of what the step leads to from a resource of type t; false if t has no such part.
func (s Step) To(c *ir.Context, t *Type) (*Type, bool) {
	switch s.Kind {
	case ForallStep:
		return t.Forall(c, s.Axis)
	case FstStep:
		return t.SplitPart(c, s.Axis, s.At)
	case SndStep:
		n, ok := t.Extent(s.Axis)
		if !ok {
			return nil, false
		}
		return t.SplitPart(c, s.Axis, n.Sub(s.At))
	case WarpsStep:
		if t.Kind == Block {
			return WarpsOf(c, t), true
		}
	case ThreadsStep:
		if t.Kind == Grid {
			return GlobalThreadsOf(c, t), true
		}
	}
	return nil, false
}

func (s Step) String() string {
	switch s.Kind {
	case ForallStep:
		return "forall(" + s.Axis.String() + ")"
	case FstStep:
		return "split(" + s.At.String() + ", " + s.Axis.String() + ").fst"
	case SndStep:
		return "split(" + s.At.String() + ", " + s.Axis.String() + ").snd"
	case WarpsStep:
		return "to_warps"
	}
	return "to_threads"
}

// Path is the way from a resource to parts of it (paper fig. 3).
type Path []Step

// String is the path in the paper's notation: "forall(Y).forall(X).split(32, X).fst".
func (p Path) String() string {
	parts := make([]string, len(p))
	for i, s := range p {
		parts[i] = s.String()
	}
	return strings.Join(parts, ".")
}

// To is the type of what the path leads to from a resource of type t; false if there is no such part.
func (p Path) To(c *ir.Context, t *Type) (_ *Type, ok bool) {
	for _, s := range p {
		if t, ok = s.To(c, t); !ok {
			return nil, false
		}
	}
	return t, true
}

// Threads is the path from a resource of type t to each of its threads; false if it has no several.
func Threads(c *ir.Context, t *Type) (p Path, ok bool) {
	for range 3 { // a grid has blocks, a block has threads
		if t.IsSingle() {
			return p, len(p) > 0
		}
		axes := t.Dim.Axes()
		if t.Kind == Warp {
			axes = []Axis{X}
		}
		for _, a := range slices.Backward(axes) {
			if t, ok = t.Forall(c, a); !ok {
				return nil, false
			}
			p = append(p, Step{Kind: ForallStep, Axis: a})
		}
	}
	return nil, false
}

// Subst replaces nat variables.
func (p Path) Subst(m map[string]nat.Expr) Path {
	out := make(Path, len(p))
	for i, s := range p {
		s.At = s.At.Subst(m)
		out[i] = s
	}
	return out
}

// ParsePath reads the notation of String.
func ParsePath(text string) (Path, error) {
	var out Path
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	words := splitTop(text, '.')
	for i := 0; i < len(words); i++ {
		name, rest, _ := strings.Cut(strings.TrimSpace(words[i]), "(")
		var args []string
		if body, ok := strings.CutSuffix(rest, ")"); ok {
			args = splitTop(body, ',')
		}
		step := Step{}
		switch n := len(args); {
		case name == "to_warps" && n == 0:
			step.Kind = WarpsStep
		case name == "to_threads" && n == 0:
			step.Kind = ThreadsStep
		case name == "forall" && n == 1:
		case name == "split" && n == 2 && i+1 < len(words):
			at, err := nat.Parse(args[0])
			if err != nil {
				return nil, err
			}
			i++
			switch strings.TrimSpace(words[i]) {
			case "fst":
				step.Kind, step.At = FstStep, at
			case "snd":
				step.Kind, step.At = SndStep, at
			default:
				return nil, fmt.Errorf("expected fst or snd, found %q", words[i])
			}
		default:
			return nil, fmt.Errorf("expected forall(X), split(n, X).fst, split(n, X).snd, to_warps or to_threads, found %q", words[i])
		}
		if n := len(args); n > 0 {
			axis, ok := ParseAxis(strings.TrimSpace(args[n-1]))
			if !ok {
				return nil, fmt.Errorf("expected an axis, found %q", args[n-1])
			}
			step.Axis = axis
		}
		out = append(out, step)
	}
	return out, nil
}

// PathAttr is #exec.path<forall(X)>: a path from a resource that the operation says.
type PathAttr struct {
	ir.AttrBase
	Path Path
}

// NewPathAttr returns the attribute of a path.
func NewPathAttr(c *ir.Context, p Path) *PathAttr {
	return ir.Intern(c, "exec.path", p.String(), func() *PathAttr { return &PathAttr{Path: p} })
}

func (a *PathAttr) String() string { return "#exec.path<" + a.Path.String() + ">" }

// PathOf is the path in an attribute; the empty one if it is none.
func PathOf(a ir.Attribute) Path {
	if p, ok := a.(*PathAttr); ok {
		return p.Path
	}
	return nil
}

func parseAttr(c *ir.Context, mnemonic, body string, _ bool) (ir.Attribute, error) {
	if mnemonic != "path" {
		return nil, fmt.Errorf("unknown attribute #exec.%s", mnemonic)
	}
	p, err := ParsePath(body)
	if err != nil {
		return nil, err
	}
	return NewPathAttr(c, p), nil
}

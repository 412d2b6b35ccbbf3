package lower

import (
	"fmt"
	"sort"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
	"descend/ir/spell"
)

// This file reads the values of -D and --instantiate.

// UsageError is a wrong value of an option, not of the program.
type UsageError struct{ text string }

func (e *UsageError) Error() string { return e.text }

func usage(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// parseDefines reads "n=1024" entries.
func parseDefines(list []string) (map[string]nat.Expr, error) {
	m := map[string]nat.Expr{}
	for _, d := range list {
		name, value, ok := strings.Cut(d, "=")
		e, err := nat.Parse(strings.TrimSpace(value))
		if !ok || err != nil {
			return nil, usage("expected NAME=NUMBER, found %q", d)
		}
		if _, isConst := e.Const(); !isConst {
			return nil, usage("the value of %s must be a number, found %q", name, value)
		}
		m[strings.TrimSpace(name)] = e
	}
	return m, nil
}

// parseInstance reads "f::<64, f32, gpu.global>": one argument for each generic but lifetimes.
func parseInstance(text string, c *ir.Context, funcs map[string]descend.FuncOp) (descend.FuncOp, *descend.Subst, error) {
	name, rest, _ := strings.Cut(text, "::")
	name = strings.TrimSpace(name)
	f, ok := funcs[name]
	if !ok || f.IsExtern() {
		known := make([]string, 0, len(funcs))
		for n := range funcs {
			known = append(known, n)
		}
		sort.Strings(known)
		return f, nil, usage("--instantiate %q: there is no function %q (there are %s)%s", text, name, strings.Join(known, ", "), spell.DidYouMean(name, known))
	}
	rest = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(rest), "<"), ">")
	var args []string
	for _, a := range strings.FieldsFunc(rest, func(r rune) bool { return r == ',' || r == ';' }) {
		args = append(args, strings.TrimSpace(a))
	}
	s := descend.NewSubst()
	next := 0
	for _, g := range f.Generics() {
		if g.Kind == "prv" {
			continue
		}
		if next >= len(args) {
			return f, nil, usage("--instantiate %q: no argument for %q", text, g.Name)
		}
		a := args[next]
		next++
		switch g.Kind {
		case "nat":
			e, err := nat.Parse(a)
			if a == "_" {
				e, err = nat.Var(g.Name), nil
			}
			if err != nil {
				return f, nil, usage("--instantiate %q: %q is not a number", text, a)
			}
			s.Nats[g.Name] = e
		case "mem":
			if descend.Mem(a).IsVar() {
				return f, nil, usage("--instantiate %q: %q is not a memory", text, a)
			}
			s.Mems[g.Name] = descend.Mem(a)
		default:
			t := descend.Scalar(c, a)
			if t == nil {
				return f, nil, usage("--instantiate %q: %q is not a scalar type", text, a)
			}
			s.Types[g.Name] = t
		}
	}
	if next != len(args) {
		return f, nil, usage("--instantiate %q: %d arguments too many", text, len(args)-next)
	}
	return f, s, nil
}

package passes

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Option is one declared option of a pass.
type Option struct {
	Name, Help, Default string
	list, bare, nested  bool // holds several values; may stand without a value; holds pipelines
	set                 func(text string) error
	get                 func() string
	reset               func()
}

// Value is the current value as text.
func (o *Option) Value() string { return o.get() }

// Options declares the options of a pass, like flags.
type Options struct {
	list []*Option
}

func declare[T any](o *Options, p *T, name string, def T, help string, parse func(string) (T, error), text func(T) string) {
	o.list = append(o.list, &Option{Name: name, Help: help, Default: text(def),
		set: func(s string) error {
			v, err := parse(s)
			if err == nil {
				*p = v
			}
			return err
		},
		get:   func() string { return text(*p) },
		reset: func() { *p = def },
	})
}

// Bool declares a boolean option with its default; the name alone sets it.
func (o *Options) Bool(p *bool, name string, def bool, help string) {
	declare(o, p, name, def, help, func(s string) (bool, error) {
		switch s {
		case "", "1", "true", "TRUE", "True":
			return true, nil
		case "0", "false", "FALSE", "False":
			return false, nil
		}
		return false, fmt.Errorf("'%s' is invalid value for boolean argument! Try 0 or 1", s)
	}, strconv.FormatBool)
	o.list[len(o.list)-1].bare = true
}

// Int declares an integer option; values may be hexadecimal.
func (o *Options) Int(p *int, name string, def int, help string) {
	declare(o, p, name, def, help, func(s string) (int, error) {
		v, err := strconv.ParseInt(s, 0, 0)
		if err != nil {
			return 0, fmt.Errorf("'%s' value invalid for integer argument!", s)
		}
		return int(v), nil
	}, strconv.Itoa)
}

// String declares a string option.
func (o *Options) String(p *string, name string, def string, help string) {
	id := func(s string) string { return s }
	declare(o, p, name, def, help, func(s string) (string, error) { return s, nil }, id)
}

// Choice declares an option that has one of the values.
func (o *Options) Choice(p *string, name string, def string, help string, values ...string) {
	declare(o, p, name, def, help, func(s string) (string, error) {
		if !slices.Contains(values, s) {
			return "", fmt.Errorf("Cannot find option named '%s'!", s)
		}
		return s, nil
	}, func(v string) string { return v })
}

// Strings declares an option that is a list separated by commas; given again, it is longer.
func (o *Options) Strings(p *[]string, name string, def []string, help string) {
	given := false
	declare(o, p, name, def, help, func(s string) (list []string, err error) {
		if given {
			list = *p
		}
		given = true
		if s == "" {
			return list, nil
		}
		return append(list, splitTop(s, ',')...), nil
	}, func(v []string) string { return strings.Join(v, ",") })
	o.list[len(o.list)-1].list = true
}

// Passes declares an option that is a list of passes of the registry, as they stand inside of a pipeline.
func (o *Options) Passes(p *string, name string, def string, r *Registry, help string) {
	declare(o, p, name, def, help, func(s string) (string, error) {
		_, err := r.ParsePasses(s)
		return s, err
	}, func(s string) string { return s })
}

// Pipelines declares an option that is a list of pipelines, anchor(pass,..), of passes of the registry.
func (o *Options) Pipelines(p *[]*Manager, name string, r *Registry, help string) {
	declare(o, p, name, nil, help, func(s string) ([]*Manager, error) {
		list := *p
		for _, text := range splitTop(s, ',') {
			if text == "" {
				continue
			}
			m, err := r.ParsePipeline(text)
			if err != nil {
				return nil, err
			}
			list = append(list, m)
		}
		return list, nil
	}, func(list []*Manager) string {
		texts := make([]string, len(list))
		for i, m := range list {
			texts[i] = m.String()
		}
		return strings.Join(texts, ",")
	})
	last := o.list[len(o.list)-1]
	last.list, last.nested = true, true
}

// OptionsOf lists the options of a pass with their current values, sorted by name.
func OptionsOf(p Pass) []*Option {
	c, ok := p.(Configurable)
	if !ok {
		return nil
	}
	var o Options
	c.Options(&o)
	sort.SliceStable(o.list, func(i, j int) bool { return o.list[i].Name < o.list[j].Name })
	return o.list
}

// Configure sets all options of a pass: from the text "a=1 b={x y} flag", the others to their defaults.
func Configure(p Pass, text string) error {
	list := OptionsOf(p)
	for _, o := range list {
		o.reset()
	}
	for _, part := range splitTop(text, ' ') {
		name, value, given := strings.Cut(part, "=")
		if name == "" {
			continue
		}
		found := false
		for _, o := range list {
			if o.Name != name {
				continue
			}
			found = true
			if !given && !o.bare {
				return fmt.Errorf("for the --%s option: requires a value!", name)
			}
			if err := o.set(unwrap(value)); err != nil {
				return fmt.Errorf("for the --%s option: %w", name, err)
			}
		}
		if !found {
			return fmt.Errorf("<Pass-Options-Parser>: no such option %s", name)
		}
	}
	return nil
}

// splitTop splits at a separator outside of brackets and quotes; empty parts are left out for spaces.
func splitTop(s string, sep byte) []string {
	var out []string
	depth, start := 0, 0
	var quote byte
	add := func(end int) {
		if part := s[start:end]; part != "" || sep != ' ' {
			out = append(out, part)
		}
	}
	for i := 0; i < len(s); i++ {
		switch ch := s[i]; {
		case quote != 0:
			if ch == quote {
				quote = 0
			}
		case ch == '"' || ch == '\'':
			quote = ch
		case ch == '{' || ch == '(' || ch == '[' || ch == '<':
			depth++
		case ch == '}' || ch == ')' || ch == ']' || ch == '>':
			depth--
		case depth == 0 && (ch == sep || sep == ' ' && (ch == '\t' || ch == '\n')):
			add(i)
			start = i + 1
		}
	}
	add(len(s))
	return out
}

// unwrap removes the braces or quotes around a value.
func unwrap(s string) string {
	if n := len(s); n >= 2 {
		switch q := s[0]; {
		case q == '{' && s[n-1] == '}', (q == '"' || q == '\'') && s[n-1] == q:
			return s[1 : n-1]
		}
	}
	return s
}

// passText is a pass with its options, as in a textual pipeline. As in mlir-opt, empty lists leave a gap.
func passText(p Pass) string {
	list := OptionsOf(p)
	if len(list) == 0 {
		return p.Name()
	}
	parts := make([]string, len(list))
	for i, o := range list {
		v := o.Value()
		if v == "" && o.list {
			continue
		}
		if !o.nested && strings.ContainsAny(v, " {}'\"") {
			v = "{" + v + "}"
		}
		parts[i] = o.Name + "=" + v
	}
	return p.Name() + "{" + strings.Join(parts, " ") + "}"
}

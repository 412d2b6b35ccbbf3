package attack

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"descend/frontend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes"
	"descend/tools/registry"
)

// This file makes programs of several modules of programs of one file. An item means the same wherever it stands, so that the checks have
// to say the same: whatever way its name takes, whatever else has this name, and whichever modules use each other.

// divider distributes the items of a program over modules.
type divider struct {
	r     *rand.Rand
	src   *source.File
	p     *frontend.Program
	items []*divided
	uses  []string // declarations that the program has itself
}

// divided is an item, its module, and its name there.
type divided struct {
	node   ast.Item
	name   string
	module string
	uses   []source.Span // where it is named in the program
	public bool
}

// moduleNames are the modules of a divided program; besides, hub gives others on.
var moduleNames = []string{"main", "a", "b", "c"}

// Divide distributes a program over modules, of which main has the function main: the names of their files, with what they hold. nil if
// the text is no program, or one of one item.
func Divide(text string, seed uint64) map[string]string {
	var diags ir.Diagnostics
	d := &divider{r: rand.New(rand.NewPCG(seed, 0x30d)), src: source.NewFile("attack.desc", text)}
	d.p = frontend.Analyze(registry.Context(), []*source.File{d.src}, &diags)
	if diags.HasErrors() || !d.collect() {
		return nil
	}
	out := map[string]string{}
	hub := map[string]bool{}
	for _, m := range moduleNames {
		if text := d.module(m, hub); text != "" || m == "main" {
			out[m+".desc"] = text
		}
	}
	for _, m := range unreached(out, hub) {
		hub["pub use "+m+";"] = true
		if !strings.Contains(out["main.desc"], "use hub;\n") {
			out["main.desc"] = "use hub;\n" + out["main.desc"]
		}
	}
	out["hub.desc"] = strings.Join(slices.Sorted(func(yield func(string) bool) {
		for u := range hub {
			if !yield(u) {
				return
			}
		}
	}), "\n") + "\n"
	return out
}

// unreached are the modules that main does not lead to: what no module needs is no part of the program, so that the checks would not see it.
func unreached(files map[string]string, hub map[string]bool) []string {
	texts := map[string]string{"hub": strings.Join(slices.Collect(maps.Keys(hub)), "\n")}
	for name, text := range files {
		texts[strings.TrimSuffix(name, ".desc")] = text
	}
	var visit func(m string)
	visit = func(m string) {
		text := texts[m]
		delete(texts, m)
		for _, use := range useOf.FindAllStringSubmatch(text, -1) {
			visit(use[1])
		}
	}
	visit("main")
	delete(texts, "hub")
	return slices.Sorted(maps.Keys(texts))
}

// useOf finds the modules that a text uses.
var useOf = regexp.MustCompile(`(?m)^(?:pub )?use (\w+)`)

// collect assigns the items to modules. Names are counted in each module, so that modules have equal ones.
func (d *divider) collect() bool {
	counts := map[string]int{}
	for _, it := range d.p.Tree(d.src).Items {
		id := it.ItemName()
		if id == nil {
			d.uses = append(d.uses, it.Span().Text()+";")
			continue
		}
		x := &divided{node: it, name: id.Name, module: moduleNames[d.r.IntN(len(moduleNames))]}
		if f, ok := it.(*ast.FnDecl); ok && (id.Name == "main" || f.Body == nil) {
			x.module = "main"
		}
		if x.module != "main" {
			x.name = fmt.Sprintf("Item%d", counts[x.module])
			counts[x.module]++
		}
		if s := d.p.SymbolAt(d.src, id.Span().Start); s != nil {
			x.uses = d.p.Uses(s)
		}
		d.items = append(d.items, x)
	}
	return len(d.items) > 1
}

// module is the text of a module, and notes what of others the hub gives on.
func (d *divider) module(module string, hub map[string]bool) string {
	uses := map[string]bool{}
	ways := map[string]int{} // how this module names those of another
	var texts []string
	for _, it := range d.items {
		if it.module == module {
			texts = append(texts, d.item(it, uses, ways, hub))
		}
	}
	if len(texts) == 0 {
		return ""
	}
	d.r.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	lines := slices.Clone(d.uses)
	for u := range uses {
		lines = append(lines, u)
	}
	slices.Sort(lines)
	d.r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return strings.Join(lines, "\n") + "\n" + strings.Join(texts, "\n") + "\n"
}

// item is the text of an item, in which others have the names that they have in its module.
func (d *divider) item(it *divided, uses map[string]bool, ways map[string]int, hub map[string]bool) string {
	type edit struct {
		at   source.Span
		text string
	}
	var edits []edit
	s := it.node.Span()
	for _, of := range d.items {
		for _, at := range of.uses {
			if at.Start < s.Start || at.End > s.End {
				continue
			}
			text := of.name
			if of.module != it.module {
				text = d.imported(of, uses, ways, hub)
			}
			edits = append(edits, edit{at, text})
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.at.Start, b.at.Start) })
	var b strings.Builder
	if d.r.IntN(3) == 0 || d.usedOutside(it) {
		b.WriteString("pub ")
	}
	from := s.Start
	for _, e := range edits {
		b.WriteString(d.src.Text[from:e.at.Start] + e.text)
		from = e.at.End
	}
	b.WriteString(d.src.Text[from:s.End])
	if _, isFn := it.node.(*ast.FnDecl); !isFn && !strings.HasSuffix(b.String(), "}") {
		b.WriteString(";")
	}
	return b.String()
}

// usedOutside says whether an item is named in another module.
func (d *divider) usedOutside(it *divided) bool {
	for _, other := range d.items {
		if other.module == it.module {
			continue
		}
		s := other.node.Span()
		for _, at := range it.uses {
			if s.Start <= at.Start && at.End <= s.End {
				return true
			}
		}
	}
	return false
}

// imported is the name of an item in another module, by one of five ways.
func (d *divider) imported(it *divided, uses map[string]bool, ways map[string]int, hub map[string]bool) string {
	way, ok := ways[it.module]
	if !ok {
		way = d.r.IntN(5)
		ways[it.module] = way
	}
	alone := it.module + "_" + it.name
	switch way {
	case 0:
		uses[fmt.Sprintf("use %s::{%s as %s};", it.module, it.name, alone)] = true
		return alone
	case 1:
		uses[fmt.Sprintf("use %s;", it.module)] = true
		return it.module + "::" + it.name
	case 2:
		uses["use hub;"], hub["pub use "+it.module+";"] = true, true
		return "hub::" + it.module + "::" + it.name
	case 3:
		uses[fmt.Sprintf("use hub::{%s};", it.module)], hub["pub use "+it.module+";"] = true, true
		return it.module + "::" + it.name
	}
	uses[fmt.Sprintf("use hub::{%s as %[1]s_2};", alone)], hub[fmt.Sprintf("pub use %s::{%s as %s};", it.module, it.name, alone)] = true, true
	return alone + "_2"
}

// judgeDivided compiles a program, and what it is divided into, in the folder, and compares what the checks say. What they accept of the modules
// is run as other programs are.
func judgeDivided(base Seed, seed uint64, folder string, write func(name, text string) error, checks []passes.Pass) Outcome {
	files := Divide(base.Text, seed)
	if files == nil {
		return Outcome{Verdict: Malformed}
	}
	whole := strings.Builder{}
	for _, name := range sortedNames(files) {
		fmt.Fprintf(&whole, "// %s\n%s\n", name, files[name])
		if err := write(name, files[name]); err != nil {
			return Outcome{Verdict: Broken, Err: err}
		}
	}
	o := Outcome{Text: whole.String(), Features: waysOf(files)}
	codes := [2][]string{}
	for i := range 2 {
		c := registry.Context()
		file := source.NewFile("attack.desc", base.Text)
		if i == 1 {
			var err error
			if file, err = source.Load(filepath.Join(folder, "main.desc")); err != nil {
				return Outcome{Verdict: Broken, Err: err, Text: o.Text}
			}
		}
		var diags ir.Diagnostics
		o.Module = frontend.Compile(c, []*source.File{file}, &diags)
		if o.Module != nil && !diags.HasErrors() {
			for _, p := range checks {
				if o.Err = run(o.Module, p, &diags); o.Err != nil {
					o.Verdict = Broken
					return o
				}
			}
		}
		o.Check = first(&diags)
		for _, d := range diags.Sorted() {
			codes[i] = append(codes[i], d.Code)
		}
		slices.Sort(codes[i])
	}
	switch {
	case !slices.Equal(codes[0], codes[1]):
		o.Verdict, o.Err = Broken, fmt.Errorf("the program has the findings %v, the modules %v: %v", codes[0], codes[1], o.Check)
	case o.Check != nil:
		o.Verdict = Rejected
	default:
		if o.Err = lowered(o.Module, base.Defines); o.Err == nil {
			o.Run, o.Err = runs(o.Module, 4, nil)
		}
		switch {
		case o.Run != nil:
			o.Verdict = Unsound
		case errors.Is(o.Err, errUnsupported):
			o.Verdict = Malformed // as the program itself
		case o.Err != nil:
			o.Verdict = Broken
		}
	}
	return o
}

// waysOf are what the modules of a program do with each other.
func waysOf(files map[string]string) map[string]bool {
	out := map[string]bool{}
	using := func(a, b string) bool {
		return strings.Contains(files[a+".desc"], "use "+b+":") || strings.Contains(files[a+".desc"], "use "+b+";") || strings.Contains(files[a+".desc"], "use hub::{"+b)
	}
	named := 0
	for _, a := range moduleNames {
		if strings.Contains(files[a+".desc"], " Item0") {
			named++
		}
		for _, b := range moduleNames {
			if a < b && using(a, b) && using(b, a) {
				out["modules that use each other"] = true
			}
		}
	}
	if named > 1 {
		out["modules with equal names"] = true
	}
	if hub := files["hub.desc"]; strings.Contains(hub, "::") {
		out["items that are given on"] = true
	} else if strings.Contains(hub, "use") {
		out["modules that are given on"] = true
	}
	return out
}

func sortedNames(files map[string]string) []string {
	var out []string
	for name := range files {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

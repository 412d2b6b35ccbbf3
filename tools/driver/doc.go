package driver

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/yuin/goldmark"

	"descend/dialects/descend"
	"descend/docs"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/std"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/ir/console"
	"descend/ir/spell"
	"descend/tools/index"
)

// doc is the command: it shows what the items of modules are, from their heads and the comments right above them.
func (s *session) doc(args []string) error {
	o := &options{}
	if err := s.parse(o, "doc", args); err != nil {
		return done(err)
	}
	show := map[string]func([]*docModule) string{"text": docText, "markdown": docMarkdown, "html": docHTML}[o.emit]
	if show == nil {
		return usagef("--format must be text, markdown or html, not %q%s", o.emit, spell.DidYouMean(o.emit, []string{"text", "markdown", "html"}))
	}
	var modules []*docModule
	for _, name := range o.files {
		list, err := s.documented(name, o.all)
		if err != nil {
			return err
		}
		modules = append(modules, list...)
	}
	if o.output == "" {
		o.output = stdinName
	}
	return s.writeOutput(o.output, []byte(show(modules)), false)
}

// docModule is a module with its items.
type docModule struct {
	name, about string // the path, and the comment at its top
	items       []docItem
}

// docItem is an item: its name, its head as the source has it, and the comment above.
type docItem struct{ name, head, about string }

// docNames are the modules of the language, with items, and its functions and views.
func docNames() []string {
	out := append([]string{"std"}, index.Views()...)
	for _, g := range index.Groups {
		for _, f := range g.List {
			out = append(out, f.Name())
		}
	}
	for _, f := range descend.Functions() {
		out = append(out, f.Name)
	}
	for _, m := range stdDocs() {
		out = append(out, m.name)
		for _, it := range m.items {
			out = append(out, m.name+"::"+it.name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// stdDocs are the modules of the language that programs can use.
func stdDocs() (modules []*docModule) {
	for _, path := range std.Modules() {
		file := strings.TrimPrefix(path, "std::") + ".desc"
		text, err := fs.ReadFile(std.Files(), file)
		if err != nil {
			continue
		}
		if m := moduleDocs(path, source.NewFile(file, string(text)), false, &ir.Diagnostics{}); len(m.items) > 0 {
			modules = append(modules, m)
		}
	}
	return modules
}

// documented are the modules that an operand of doc means: a file, all of std, one module or item of it.
func (s *session) documented(name string, all bool) ([]*docModule, error) {
	if name == stdinName || strings.HasSuffix(name, ".desc") {
		f, err := s.readSource(name)
		if err != nil {
			return nil, usagef("%v", err)
		}
		diags := &ir.Diagnostics{}
		m := moduleDocs(strings.TrimSuffix(f.Name, ".desc"), f, all, diags)
		if diags.HasErrors() {
			return nil, rejected{fmt.Sprintf("%s has syntax errors: descendc check shows them", f.Name)}
		}
		if len(m.items) == 0 && !all {
			return nil, rejected{fmt.Sprintf("%s has no public items; --all shows the others", f.Name)}
		}
		return []*docModule{m}, nil
	}
	var found []*docModule
	for _, m := range stdDocs() {
		if name == "std" || name == m.name || "std::"+name == m.name {
			found = append(found, m)
			continue
		}
		one := &docModule{name: m.name, about: m.about}
		for _, it := range m.items {
			if full := m.name + "::" + it.name; name == full || "std::"+name == full || name == it.name {
				one.items = append(one.items, it)
			}
		}
		if len(one.items) > 0 {
			found = append(found, one)
		}
	}
	if found == nil {
		if m := languageDoc(name); m != nil {
			return []*docModule{m}, nil
		}
		if _, err := os.Stat(name + ".desc"); err == nil {
			return nil, usagef("%s is not in std; the file is %s.desc", name, name)
		}
		return nil, usagef("%s is neither a file, as x.desc, nor a function or view of the language, nor in std%s", name, spell.DidYouMean(name, docNames()))
	}
	return found, nil
}

// languageDoc is what the index says of a function or view of the language; nil if it has none of that name.
func languageDoc(name string) *docModule {
	if other := index.OtherSpellings[name]; other != "" {
		name = other
	}
	m := &docModule{name: "a function of the language"}
	for _, g := range index.Groups {
		for _, f := range g.List {
			if f.Name() == name {
				m.items = append(m.items, docItem{name, f.Call, f.Means})
			}
		}
	}
	for _, f := range descend.Functions() {
		if f.Name == name {
			of := map[[2]bool]string{{true, false}: "of floats", {false, true}: "of integers", {true, true}: "of floats and integers"}[[2]bool{f.Floats, f.Ints}]
			m.items = append(m.items, docItem{name, name + "(" + strings.Join([]string{"x", "y", "z"}[:f.Args], ", ") + ")", "A function " + of + "."})
		}
	}
	if text := index.View(name); len(m.items) == 0 && text != "" {
		m.name = "a view of the language"
		shape := ""
		if e := index.Example(name); !strings.ContainsAny(e, ".&") {
			shape = "\n\n`descendc eval --view '" + e + "' --shape ..` shows what it does with an array of a shape as 12 or 4x6."
		}
		m.items = []docItem{{name, "x." + index.Example(name), text + "." + shape}}
		return m
	}
	if len(m.items) == 0 {
		return nil
	}
	if text := docs.Builtin(name); text != "" {
		m.items[0].about += "\n\n" + text
	}
	return m
}

// moduleDocs reads a file.
func moduleDocs(name string, f *source.File, all bool, diags *ir.Diagnostics) *docModule {
	tree := syntax.Parse(f, ir.NewContext(), diags)
	m := &docModule{name: name}
	first := len(f.Text)
	if len(tree.Items) > 0 {
		first = tree.Items[0].Span().Start
	}
	if top, _, ok := strings.Cut(f.Text[:first], "\n\n"); ok || len(tree.Items) > 0 && tree.Items[0].ItemName() == nil {
		m.about = commentText(top)
	}
	for _, it := range tree.Items {
		if id := it.ItemName(); id != nil && (all || tree.Public[it]) {
			m.items = append(m.items, docItem{id.Name, headOf(f, it), aboveOf(f, it)})
		}
	}
	return m
}

// headOf is the source of an item, of a function without its body.
func headOf(f *source.File, it ast.Item) string {
	end := it.Span().End
	if d, ok := it.(*ast.FnDecl); ok && d.Body != nil {
		end = d.Body.Span().Start
	}
	return strings.TrimSuffix(strings.TrimSpace(f.Text[it.Span().Start:end]), ";")
}

// aboveOf is the comment that ends in the line above an item.
func aboveOf(f *source.File, it ast.Item) string {
	lines := strings.Split(f.Text[:it.Span().Start], "\n")
	lines = lines[:len(lines)-1] // the last one has `pub`
	begin := len(lines)
	for begin > 0 && strings.HasPrefix(strings.TrimSpace(lines[begin-1]), "//") {
		begin--
	}
	return commentText(strings.Join(lines[begin:], "\n"))
}

// commentText is what line comments say.
func commentText(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		line, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !ok {
			break
		}
		out = append(out, strings.TrimPrefix(strings.TrimPrefix(line, "/"), " "))
	}
	return strings.Join(out, "\n")
}

// docText is the documentation for a terminal.
func docText(modules []*docModule) string {
	var b strings.Builder
	for i, m := range modules {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(m.name + "\n")
		console.Wrap(&b, m.about, "    ")
		for _, it := range m.items {
			b.WriteString("\n" + it.head + "\n")
			console.Wrap(&b, it.about, "    ")
		}
	}
	return b.String()
}

// docMarkdown is the documentation as Markdown.
func docMarkdown(modules []*docModule) string {
	var b strings.Builder
	for i, m := range modules {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "# %s\n", m.name)
		if m.about != "" {
			fmt.Fprintf(&b, "\n%s\n", m.about)
		}
		for _, it := range m.items {
			fmt.Fprintf(&b, "\n## %s\n\n```descend\n%s\n```\n", it.name, it.head)
			if it.about != "" {
				fmt.Fprintf(&b, "\n%s\n", it.about)
			}
		}
	}
	return b.String()
}

// docHTML is the documentation as a page, with a list of what is on it.
func docHTML(modules []*docModule) string {
	var b bytes.Buffer
	var names []string
	for _, m := range modules {
		names = append(names, m.name)
	}
	title := html.EscapeString(strings.Join(slices.Compact(names), ", "))
	fmt.Fprintf(&b, `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem }
pre { background: color-mix(in srgb, currentcolor 8%%, transparent); padding: .6rem .8rem; border-radius: .3rem; overflow-x: auto }
h2 { margin-top: 2rem }
nav ul { columns: 12rem; padding-left: 1.2rem }
</style>
<nav aria-label="Items">
`, title)
	anchor := func(m *docModule, it docItem) string { return html.EscapeString(m.name + "::" + it.name) }
	for _, m := range modules {
		fmt.Fprintf(&b, "<p><a href=\"#%[1]s\">%[1]s</a></p>\n<ul>\n", html.EscapeString(m.name))
		for _, it := range m.items {
			fmt.Fprintf(&b, "<li><a href=\"#%s\">%s</a></li>\n", anchor(m, it), html.EscapeString(it.name))
		}
		b.WriteString("</ul>\n")
	}
	b.WriteString("</nav>\n<main>\n")
	prose := func(text string) {
		if err := goldmark.Convert([]byte(text), &b); err != nil {
			fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(text))
		}
	}
	for _, m := range modules {
		fmt.Fprintf(&b, "<h1 id=\"%[1]s\">%[1]s</h1>\n", html.EscapeString(m.name))
		prose(m.about)
		for _, it := range m.items {
			fmt.Fprintf(&b, "<h2 id=\"%s\">%s</h2>\n<pre><code>%s</code></pre>\n", anchor(m, it), html.EscapeString(it.name), html.EscapeString(it.head))
			prose(it.about)
		}
	}
	b.WriteString("</main>\n</html>\n")
	return b.String()
}

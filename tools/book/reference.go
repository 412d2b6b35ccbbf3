package book

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"

	"descend/dialects/descend"
	"descend/docs"
	"descend/frontend/std"
	"descend/tools/driver"
	"descend/tools/index"
)

// Reference is the index of the book in Markdown: views, functions, modules, error codes and flags, from the tables of the compiler.
func Reference() string {
	var b strings.Builder
	b.WriteString(`# Index

What the language, its modules and its command line have. This page is made from the compiler's own tables; [the reference of the language](../language.md) has the rules.

## Views

`)
	b.WriteString("| view | for example | what it makes |\n|---|---|---|\n")
	for _, p := range Pictures() {
		fmt.Fprintf(&b, "| [`%s`](views.md#%s) | `%s` | %s |\n", p.View, docs.Anchor(p.View), p.Shows[0].Chain, index.View(p.View))
	}
	b.WriteString("\n## Functions\n")
	for _, g := range index.Groups {
		fmt.Fprintf(&b, "\n### %s\n\n[More about them](%s).\n\n| function | what it does |\n|---|---|\n", g.Title, g.Page)
		for _, f := range g.List {
			fmt.Fprintf(&b, "| `%s` | %s |\n", f.Call, f.Means)
		}
	}
	b.WriteString("\n### Mathematics\n\n[How exact they are](../functions.md).\n\n| of | functions |\n|---|---|\n")
	for _, kind := range []struct {
		title        string
		floats, ints bool
	}{{"floats", true, false}, {"integers", false, true}, {"both", true, true}} {
		var calls []string
		for _, f := range descend.Functions() {
			if f.Floats == kind.floats && f.Ints == kind.ints {
				calls = append(calls, fmt.Sprintf("`%s(%s)`", f.Name, strings.Join([]string{"x", "y", "z"}[:f.Args], ", ")))
			}
		}
		fmt.Fprintf(&b, "| %s | %s |\n", kind.title, strings.Join(calls, " "))
	}
	b.WriteString("\n## Modules\n")
	files := std.Files()
	for _, module := range std.Modules() {
		text, err := fs.ReadFile(files, strings.TrimPrefix(module, "std::")+".desc")
		if err != nil {
			panic(err) // a module is one of the files
		}
		list := public(string(text))
		if len(list) == 0 { // for the compiler only
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\n", module)
		for _, f := range list {
			fmt.Fprintf(&b, "- `%s`: %s\n", f.Call, f.Means)
		}
	}
	b.WriteString("\n## Errors\n\nThe codes of findings, also of runs. Each has a page with a wrong and a right program.\n")
	for _, g := range docs.Rules {
		fmt.Fprintf(&b, "\n### %s\n\n| code | what it says |\n|---|---|\n", g.Title)
		for _, r := range g.Rules {
			fmt.Fprintf(&b, "| [`%s`](../errors/%s.md) | %s |\n", r.Slug, r.Slug, r.Line)
		}
	}
	b.WriteString("\n## Commands and flags\n\n```text\n" + output("help") + "```\n")
	for _, name := range driver.CommandNames() {
		fmt.Fprintf(&b, "\n### descendc %s\n\n```text\n%s```\n", name, output("help", name))
	}
	return b.String()
}

// output is what a command of descendc prints.
func output(args ...string) string {
	var out, errs bytes.Buffer
	driver.Main(args, strings.NewReader(""), &out, &errs)
	return out.String() + errs.String()
}

// public are the functions of a module that others may use.
func public(text string) (out []index.Function) {
	var comment, head []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if c, ok := strings.CutPrefix(line, "//"); ok && head == nil {
			comment = append(comment, strings.TrimSpace(c))
			continue
		}
		if strings.HasPrefix(line, "pub fn ") || head != nil {
			before, _, body := strings.Cut(line, "{")
			head = append(head, strings.TrimSpace(before))
			if body {
				call := strings.TrimSpace(strings.TrimPrefix(strings.Join(head, " "), "pub fn "))
				out = append(out, index.Function{Call: strings.NewReplacer("( ", "(", ", )", ")").Replace(call), Means: strings.Join(comment, " ")})
				comment, head = nil, nil
			}
			continue
		}
		comment = nil
	}
	return out
}

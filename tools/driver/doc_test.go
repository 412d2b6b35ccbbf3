package driver

import (
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

	"descend/frontend/source"
	"descend/frontend/std"
	"descend/frontend/syntax"
	"descend/ir"
)

// TestStdDocs holds that every public item of the modules of the language has a comment, and is in its reference.
func TestStdDocs(t *testing.T) {
	status, text := call("doc", "std", "--format=markdown")
	if status != 0 {
		t.Fatal(text)
	}
	items := 0
	for _, path := range std.Modules() {
		file := strings.TrimPrefix(path, "std::") + ".desc"
		data, err := fs.ReadFile(std.Files(), file)
		if err != nil {
			t.Fatal(err)
		}
		tree := syntax.Parse(source.NewFile(file, string(data)), ir.NewContext(), &ir.Diagnostics{})
		for it := range tree.Public {
			items++
			name := it.ItemName().Name
			_, part, ok := strings.Cut(text, "# "+path+"\n")
			if part, _, _ = strings.Cut(part, "\n# "); !ok || !strings.Contains(part, "\n## "+name+"\n") {
				t.Errorf("%s::%s is not in the reference", path, name)
			}
		}
	}
	for _, m := range stdDocs() {
		if m.about == "" {
			t.Errorf("%s has no comment at its top", m.name)
		}
		for _, it := range m.items {
			if it.about == "" || !strings.Contains(it.head, it.name) {
				t.Errorf("%s::%s has no comment: %q", m.name, it.name, it.head)
			}
		}
	}
	if items < 20 {
		t.Errorf("only %d items", items)
	}
}

// TestDoc asks for files, modules and items, in all forms.
func TestDoc(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.desc", "// About `a` & <b>.\n\nuse std::warp;\n\n/// Adds\n/// one.\npub fn f(x: i32)\n  -[e: any]-> i32 {\n  x + 1\n}\n\n// lost\n\npub const N: nat = 4;\n// Mine.\nfn g() -[e: any]-> () {}\n")
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"a.desc", 0, "a\n    About `a` & <b>.\n\nfn f(x: i32)\n  -[e: any]-> i32\n    Adds one.\n\nconst N: nat = 4\n"},
		{"a.desc --all", 0, "\nfn g() -[e: any]-> ()\n    Mine.\n"},
		{"a.desc --format=markdown", 0, "\n## f\n\n```descend\nfn f(x: i32)\n  -[e: any]-> i32\n```\n\nAdds\none.\n"},
		{"std::warp", 0, "std::warp\n"},
		{"warp::sum", 0, "The sum of all lanes, for each lane."},
		{"greatest", 0, "std::warps\n"},
		{"a.desc --format=pdf", exitUsage, "--format must be"},
		{"a", exitUsage, "the file is a.desc"},
		{"max", 0, "max(x, y)\n    A function of floats and integers."},
		{"shfl_down", 0, "shfl_down(v, by)\n    that of the lane so many behind"},
		{"atomic_add", 0, "atomic_fetch_add(&x, v)"},
		{"group_up", 0, "x.group_up::<4>\n    groups of k elements, of which the last group may lack some."},
		{"warpz", exitUsage, "neither a file"},
		{"b.desc", exitUsage, "no such file"},
	} {
		if status, out := call(append([]string{"doc"}, strings.Fields(c.args)...)...); status != c.status || !strings.Contains(out, c.want) {
			t.Errorf("doc %s: status %d: %s", c.args, status, out)
		}
	}
	for _, name := range []string{"std", "a.desc"} {
		status, page := call("doc", name, "--format=html")
		if status != 0 || strings.Contains(page, "<b>") {
			t.Errorf("%s: status %d: %s", name, status, page)
		}
		d := xml.NewDecoder(strings.NewReader(page))
		d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

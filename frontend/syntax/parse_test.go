package syntax_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/test/kit"
)

// parse reads text and returns the tree and the errors as "line:col: message".
func parse(text string) (*ast.File, *ir.Diagnostics) {
	diags := &ir.Diagnostics{}
	return syntax.Parse(source.NewFile("t.desc", text), ir.NewContext(), diags), diags
}

// transposition is the paper's listing 2 as printed.
const transposition = `fn transpose(input:  &     gpu.global [[f64;2048];2048],
             output: &uniq gpu.global [[f64;2048];2048])
 -[grid: gpu.grid<XY<64,64>,XY<32,8>>]-> () {
  sched(Y,X) block in grid {
    let tmp = alloc::<gpu.shared, [[f64; 32]; 32]>();
    sched(Y,X) thread in block {
      for i in [0..4] {
        tmp.group_by_row::<32,4>[[thread]][i] =
          input.group_by_tile::<32,32>.transpose[[block]]
                .group_by_row::<32,4>[[thread]][i] };
      sync;
      for i in [0..4] {
        output.group_by_tile::<32,32>[[block]]
              .group_by_row::<32,4>[[thread]][i] =
                  tmp.group_by_row::<32,4>[[thread]][i] }
    } } }
`

func TestTransposition(t *testing.T) {
	f, diags := parse(transposition)
	for _, d := range diags.Sorted() {
		t.Error(d)
	}
	if len(f.Items) != 1 {
		t.Fatalf("%d items", len(f.Items))
	}
}

// goodFiles are programs without syntax errors.
func goodFiles(t testing.TB) map[string]string {
	names, err := filepath.Glob("testdata/good/*.desc")
	if err != nil || len(names) == 0 {
		t.Fatal("no files in testdata/good")
	}
	files := map[string]string{}
	for _, n := range names {
		b, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(n)] = string(b)
	}
	return files
}

// TestPrintAndParse checks that what ast.Format prints parses to the same tree and prints to the same
// text.
func TestPrintAndParse(t *testing.T) {
	for name, text := range goodFiles(t) {
		t.Run(name, func(t *testing.T) {
			f, diags := parse(text)
			for _, d := range diags.Sorted() {
				t.Errorf("%v (%s)", d, d.Label)
			}
			checkPrinted(t, f)
		})
	}
}

// checkPrinted prints a tree, parses that and compares.
func checkPrinted(t *testing.T, f *ast.File) {
	t.Helper()
	printed := ast.Format(f)
	g, diags := parse(printed)
	for _, d := range diags.Sorted() {
		t.Errorf("printed: %v (%s)\n%s", d, d.Label, printed)
	}
	if again := ast.Format(g); again != printed {
		t.Errorf("printed twice:\n%s\nand\n%s", printed, again)
	}
	want, got := strings.Split(ast.Dump(f), "\n"), strings.Split(ast.Dump(g), "\n")
	for i := range want {
		if i >= len(got) || want[i] != got[i] {
			t.Fatalf("another tree from line %d of its dump:\n%s\nprinted as:\n%s", i,
				strings.Join(want[max(0, i-15):min(len(want), i+5)], "\n"), printed)
		}
	}
}

// TestReference parses the programs of the language reference.
func TestReference(t *testing.T) {
	page, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(page), "```descend\n")[1:]
	if len(blocks) < 5 {
		t.Errorf("only %d programs found", len(blocks))
	}
	for _, b := range blocks {
		text, _, _ := strings.Cut(b, "```")
		f, diags := parse(text)
		for _, d := range diags.Sorted() {
			t.Errorf("%v in\n%s", d, text)
		}
		checkPrinted(t, f)
	}
}

// TestParseTokens compares the tokens that the parser read with those that the lexer alone finds.
func TestParseTokens(t *testing.T) {
	texts := []string{"", " ", "// nothing", "\ufefffn f() -[t: cpu.thread]-> () {}"}
	for _, file := range kit.Sources(t, "../..") {
		texts = append(texts, kit.Read(t, file))
	}
	for _, text := range texts {
		file, diags := source.NewFile("t.desc", text), &ir.Diagnostics{}
		_, got := syntax.ParseTokens(file, ir.NewContext(), diags)
		if want := syntax.Tokens(file); !diags.HasErrors() && !slices.Equal(got, want) {
			t.Errorf("%d tokens from the parser, %d from the lexer:\n%s", len(got), len(want), text)
		}
	}
}

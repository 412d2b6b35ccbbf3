package test

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestCitations resolves what comments and documents cite: a document by its path from the root of the repository, or from where
// the citation stands, and chapters of it by their headings, as in docs/language.md, "Numbers".
func TestCitations(t *testing.T) {
	cited, files := 0, 0
	filepath.WalkDir("..", func(p string, d os.DirEntry, err error) error {
		if err == nil && d.Name() == "node_modules" { // what npm has got, for the tests of the playground
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		var texts []string
		switch filepath.Ext(p) {
		case ".go":
			texts = comments(t, p)
		case ".md":
			raw, err := os.ReadFile(p)
			if err != nil {
				t.Error(err)
			}
			texts = []string{strings.Join(strings.Fields(string(raw)), " ")}
		default:
			return nil
		}
		files++
		for _, text := range texts {
			n, wrong := citations(text, filepath.Dir(p))
			cited += n
			for _, w := range wrong {
				t.Errorf("%s: %s", p, w)
			}
		}
		return nil
	})
	if cited < 60 || files < 500 {
		t.Errorf("only %d citations in %d files found", cited, files)
	}
}

// TestWrongCitations holds the test above to its word.
func TestWrongCitations(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`as docs/language.md, "Numbers" and "Builtins", says`, ""},
		{`as [language.md](../docs/language.md), "Numbers", says`, ""},
		{`(docs/errors/*.md)`, ""},
		{`as docs/lingo.md says`, "docs/lingo.md does not exist"},
		{`(docs/language.md, "Numbers" and "Spells")`, `docs/language.md has no heading "Spells"`},
		{`(docs/language.md section 4)`, "docs/language.md is cited by section"},
		{`(docs/language.md, sections 4 and 5)`, "docs/language.md is cited by section"},
		{`(docs/errors/*.txt.md)`, "docs/errors/*.txt.md does not exist"},
	} {
		n, wrong := citations(c.text, ".")
		if got := strings.Join(wrong, "; "); n == 0 || got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

// comments are those of a Go file, each on one line.
func comments(t *testing.T, path string) (out []string) {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Error(err)
		return nil
	}
	for _, g := range f.Comments {
		out = append(out, strings.Join(strings.Fields(g.Text()), " "))
	}
	return out
}

var (
	document = regexp.MustCompile(`[A-Za-z0-9_./*-]*[A-Za-z0-9_*-]\.md\b`)
	sections = regexp.MustCompile(`^\)?,? (section|chapter)s? [0-9]`)
	chapter  = regexp.MustCompile(`^(?:\)?,| and|, and) "([^"]+)"`)
)

// citations counts those of a text that stands in a file of the folder dir, and says what is wrong with them.
func citations(text, dir string) (n int, wrong []string) {
	for _, at := range document.FindAllStringIndex(text, -1) {
		name, rest := text[at[0]:at[1]], text[at[1]:]
		if strings.HasPrefix(rest, "](") { // the text of a link, whose target comes next
			continue
		}
		n++
		path := findDocument(name, dir)
		if path == "" {
			wrong = append(wrong, name+" does not exist")
			continue
		}
		if sections.MatchString(rest) {
			wrong = append(wrong, name+" is cited by section")
		}
		for m := chapter.FindStringSubmatch(rest); m != nil; m = chapter.FindStringSubmatch(rest) {
			if rest = rest[len(m[0]):]; !slices.Contains(headings(path), strings.TrimSuffix(m[1], ",")) {
				wrong = append(wrong, fmt.Sprintf("%s has no heading %q", name, m[1]))
			}
		}
	}
	return n, wrong
}

// findDocument is where a document, or one of those that a pattern stands for, lies; "" if there is none.
func findDocument(name, dir string) string {
	for _, base := range []string{"..", dir} {
		if found, _ := filepath.Glob(filepath.Join(base, name)); len(found) > 0 {
			return found[0]
		}
	}
	return ""
}

var heading = regexp.MustCompile(`(?m)^#+ (?:[0-9]+\. )?(.*)$|^(?:[0-9]+\. |- )?\*\*([^*]+?)\.?\*\*`)

// headings are the titles of a document without their numbers, and the bold words that paragraphs start with.
func headings(path string) (out []string) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
		out = append(out, m[1]+m[2])
	}
	return out
}

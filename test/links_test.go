package test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"descend/docs"
)

// TestAnchors follows the links with a fragment from one page of the repository to a heading of it or of another one, as they are where
// people read them in the repository. (docs/book holds that those of the built book are right.)
func TestAnchors(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"../*.md", "../docs/*.md", "../docs/book/*.md", "../docs/errors/*.md"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, list...)
	}
	link, followed := regexp.MustCompile(`\]\(([^)\s#]*)#([^)\s]+)\)`), 0
	for _, page := range pages {
		for _, m := range link.FindAllStringSubmatch(unfenced(t, page), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			followed++
			to := page
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(page), m[1])
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: there is no %s", page, m[1])
			} else if !headed(unfenced(t, to), m[2]) {
				t.Errorf("%s: %s has no heading %s", page, to, m[2])
			}
		}
	}
	if followed < 50 {
		t.Errorf("only %d links", followed)
	}
	if headed("# One\n", "two") || !headed("text\n## A `b::c` d\n", "a-bc-d") {
		t.Error("headings are not told apart")
	}
}

// headed says whether a page has a heading with a fragment.
func headed(page, fragment string) bool {
	for line := range strings.Lines(page) {
		title := strings.TrimLeft(line, "#")
		if title != line && strings.HasPrefix(title, " ") && docs.Anchor(strings.TrimSpace(title)) == fragment {
			return true
		}
	}
	return false
}

// unfenced is a page without its blocks of code.
func unfenced(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(string(text), "")
}

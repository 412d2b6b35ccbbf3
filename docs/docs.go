// Package docs holds the documentation that the tools show: the page of every diagnostic code.
package docs

import (
	"embed"
	"sort"
	"strings"
)

//go:embed errors/*.md
var pages embed.FS

// Page returns the page of a diagnostic code in Markdown, and whether there is one.
func Page(slug string) (string, bool) {
	if strings.ContainsAny(slug, "/\\.") {
		return "", false
	}
	b, err := pages.ReadFile("errors/" + slug + ".md")
	return string(b), err == nil
}

// Slugs lists the codes that have a page.
func Slugs() []string {
	entries, err := pages.ReadDir("errors")
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		out = append(out, strings.TrimSuffix(e.Name(), ".md"))
	}
	sort.Strings(out)
	return out
}

// Programs are the example programs of a page: the text of each code block marked "descend wrong" or
// "descend right".
func Programs(page string) (wrong, right []string) {
	for rest := page; ; {
		i := strings.Index(rest, "```descend ")
		if i < 0 {
			return wrong, right
		}
		rest = rest[i+len("```descend "):]
		kind, body, ok := strings.Cut(rest, "\n")
		text, after, ok2 := strings.Cut(body, "```")
		if !ok || !ok2 {
			return wrong, right
		}
		if strings.TrimSpace(kind) == "wrong" {
			wrong = append(wrong, text)
		} else {
			right = append(right, text)
		}
		rest = after
	}
}

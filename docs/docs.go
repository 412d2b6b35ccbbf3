// Package docs holds the documentation that the tools show: the page of every diagnostic code.
package docs

import (
	"embed"
	"regexp"
	"sort"
	"strings"
	"sync"
)

//go:embed errors/*.md
var pages embed.FS

//go:embed language.md
var language string

// Builtin is what the chapter on the functions of the language says of one: its sentences that name it in code; "" if there are none.
func Builtin(name string) string {
	if text, ok := builtins.Load(name); ok {
		return text.(string)
	}
	named := regexp.MustCompile(`(^|\W)` + regexp.QuoteMeta(name) + `(\W|$)`)
	var out []string
	for _, sentence := range sentences() {
		if !strings.Contains(sentence, name) {
			continue
		}
		for i, part := range strings.Split(sentence, "`") {
			if i%2 == 1 && named.MatchString(part) { // in code
				out = append(out, strings.TrimRight(sentence, ".:")+".")
				break
			}
		}
	}
	text := strings.Join(out, " ")
	builtins.Store(name, text)
	return text
}

// builtins keeps what Builtin has found: an editor that completes a name asks for all of them.
var builtins sync.Map

// sentences are those of the chapter.
var sentences = sync.OnceValue(func() (out []string) {
	_, chapter, _ := strings.Cut(language, "\n## 8. Builtins\n")
	chapter, _, _ = strings.Cut(chapter, "\n## ")
	chapter = regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(chapter, "")
	for paragraph := range strings.SplitSeq(strings.ReplaceAll(chapter, "\n- ", "\n\n"), "\n\n") {
		var text []string
		for line := range strings.Lines(paragraph) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, "|") { // no tables
				text = append(text, line)
			}
		}
		out = append(out, strings.Split(strings.Join(text, " "), ". ")...)
	}
	return out
})

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

// Example is a program of a page, in a code block marked "descend KIND ARGS".
type Example struct {
	// Kind is "wrong": rejected with the code of the page; "fails": accepted, but `descendc run` with Args ends with the code;
	// "unsupported": refused with the code and exit status 2; "right": accepted.
	Kind string
	Args []string
	Text string
}

// Examples are the programs of a page.
func Examples(page string) []Example {
	var out []Example
	for rest := page; ; {
		i := strings.Index(rest, "```descend ")
		if i < 0 {
			return out
		}
		rest = rest[i+len("```descend "):]
		head, body, ok := strings.Cut(rest, "\n")
		text, after, ok2 := strings.Cut(body, "```")
		words := strings.Fields(head)
		if !ok || !ok2 || len(words) == 0 {
			return out
		}
		out = append(out, Example{Kind: words[0], Args: words[1:], Text: text})
		rest = after
	}
}

// Anchor is the fragment of a heading, as GitHub makes it.
func Anchor(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '_', r == '-':
			b.WriteRune(r)
		}
	}
	return b.String()
}

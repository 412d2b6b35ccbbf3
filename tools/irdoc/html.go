package main

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"descend/docs"
	"descend/ir"
)

// style is the look of the page: a readable column beside the list of dialects, where the screen is wide enough for it; code
// set off, its long lines broken; tables with lines between rows.
const style = `body { max-width: 56em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 sans-serif; color: #222; background: #fff }
h1 a, h2 a, h3 a { color: inherit; text-decoration: none } h1 a:hover, h2 a:hover, h3 a:hover { text-decoration: underline }
h2 { margin-top: 3em; border-bottom: 2px solid #888 } h3 { margin-top: 2.5em; font-family: monospace; font-size: 1.2em }
pre { padding: .7em 1em; background: #f4f4f0; white-space: pre-wrap; overflow-wrap: anywhere } code, pre { font: 14px/1.4 monospace }
table { border-collapse: collapse } td, th { padding: .15em .8em .15em 0; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top }
nav { display: none }
@media (min-width: 68em) { body { padding-left: 9em } nav { display: block; position: fixed; top: 2em; margin-left: -9em } nav a { display: block } }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } pre { background: #242424 } a { color: #8bf } td, th { border-color: #444 } }`

var headingTag = regexp.MustCompile(`<h([123])>(.*?)</h[123]>`)

// writeHTML writes the reference as one page, with the anchors that the Markdown has on GitHub.
func writeHTML(w io.Writer, ds []*ir.Dialect) error {
	var text, body bytes.Buffer
	writeReference(&text, ds)
	if err := goldmark.New(goldmark.WithExtensions(extension.Table)).Convert(text.Bytes(), &body); err != nil {
		return err
	}
	page := headingTag.ReplaceAllStringFunc(body.String(), func(h string) string {
		m := headingTag.FindStringSubmatch(h)
		id := docs.Anchor(html.UnescapeString(m[2]))
		return fmt.Sprintf(`<h%s id="%s"><a href="#%s">%s</a></h%s>`, m[1], id, id, m[2], m[1])
	})
	page = strings.ReplaceAll(page, "<!-- raw HTML omitted -->\n", "")
	var nav strings.Builder
	for _, d := range ds {
		fmt.Fprintf(&nav, "<a href=\"#%s\">%s</a>\n", docs.Anchor("dialect "+d.Name), d.Name)
	}
	_, err := fmt.Fprintf(w, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width\">\n<title>IR reference</title>\n<style>\n%s\n</style>\n</head>\n<body>\n<nav>\n%s</nav>\n%s</body>\n</html>\n", style, &nav, page)
	return err
}

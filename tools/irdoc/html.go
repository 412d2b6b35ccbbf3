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

	"descend/ir"
)

// style is the look of the page: a readable column, code set off, tables with lines between rows.
const style = `body { max-width: 52em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 sans-serif; color: #222; background: #fff }
h2 { margin-top: 3em; border-bottom: 2px solid #888 } h3 { margin-top: 2.5em; font-family: monospace; font-size: 1.2em }
pre { padding: .7em 1em; overflow-x: auto; background: #f4f4f0 } code { font: 14px/1.4 monospace }
table { border-collapse: collapse } td, th { padding: .15em .8em .15em 0; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top }
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
		id := anchor(html.UnescapeString(m[2]))
		return fmt.Sprintf(`<h%s id="%s"><a href="#%s">%s</a></h%s>`, m[1], id, id, m[2], m[1])
	})
	page = strings.ReplaceAll(page, "<!-- raw HTML omitted -->\n", "")
	_, err := fmt.Fprintf(w, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width\">\n<title>IR reference</title>\n<style>\n%s\n</style>\n</head>\n<body>\n%s</body>\n</html>\n", style, page)
	return err
}

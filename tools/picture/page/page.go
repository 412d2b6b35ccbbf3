// Package page is pictures as one HTML file, with the script and style that the playground shows them with, too.
package page

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"sync"

	"descend/tools/picture"
)

//go:embed page.html
var pageText string

//go:embed picture.css
var pageStyle string

//go:embed picture.js
var pageScript string

var form = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// HTML is one file that needs nothing else, with pictures to step through.
func HTML(title string, pictures []*picture.Picture) ([]byte, error) {
	data, err := json.Marshal(pictures) // which writes < as \u003c
	if err != nil {
		return nil, err
	}
	style := picture.Style(".pic", false) + "@media (prefers-color-scheme: dark) {\n" + picture.Style(".pic", true) + "}\n"
	var b bytes.Buffer
	err = form().Execute(&b, map[string]any{"Title": title, "Style": template.CSS(pageStyle + style), "Data": template.JS(data), "Script": template.JS(pageScript)})
	return b.Bytes(), err
}

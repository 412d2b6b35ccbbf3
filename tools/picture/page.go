package picture

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
)

//go:embed page.html
var pageText string

//go:embed picture.css
var pageStyle string

//go:embed picture.js
var pageScript string

var page = template.Must(template.New("page").Parse(pageText))

// Page is one HTML file that needs nothing else, with pictures to step through.
func Page(title string, pictures []*Picture) ([]byte, error) {
	data, err := json.Marshal(pictures) // which writes < as \u003c
	if err != nil {
		return nil, err
	}
	style := Style(".pic", false) + "@media (prefers-color-scheme: dark) {\n" + Style(".pic", true) + "}\n"
	var b bytes.Buffer
	err = page.Execute(&b, map[string]any{"Title": title, "Style": template.CSS(pageStyle + style), "Data": template.JS(data), "Script": template.JS(pageScript)})
	return b.Bytes(), err
}

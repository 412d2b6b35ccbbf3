package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"sync"
)

//go:embed page.html
var pageText string

var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// HTML is the report as one page that needs nothing else: of each kernel the source, with what its lines cost, and what to change.
func (r *Report) HTML() ([]byte, error) {
	doc := htmlPage{Title: r.heading(), Notes: r.Notes}
	for i := range r.Kernels {
		doc.Kernels = append(doc.Kernels, r.htmlKernel(&r.Kernels[i]))
	}
	var b bytes.Buffer
	err := page().Execute(&b, doc)
	return b.Bytes(), err
}

type (
	htmlPage struct {
		Title   string
		Notes   []string
		Kernels []htmlKernel
	}
	htmlKernel struct {
		Name, Launch, Certain string
		Facts                 []Fact
		Parts                 []htmlPart
	}
	// htmlPart are lines of a file that follow each other.
	htmlPart struct {
		File  string
		Lines []htmlLine
	}
	htmlLine struct {
		Number int
		Source string
		// Heat is the part of the kernel's time, from 0 to 100; Time the same for people; Shade how much of the color of heat the line has.
		Heat, Shade                                   float64
		Time, Steps, Bytes, Sectors, Conflicts, Apart string
		Bad                                           bool
		Remarks                                       []htmlRemark
	}
	htmlRemark struct{ What, Problem, Remedy string }
)

// context is the number of lines shown around lines that cost something, in files where the kernel does not begin.
const context = 2

func (r *Report) htmlKernel(k *Kernel) htmlKernel {
	out := htmlKernel{Name: k.Name, Launch: fmt.Sprintf("%s:%d, %s", k.File, k.Line, k.launchText()), Certain: certainty[k.Certain], Facts: k.Facts()}
	total := int64(1)
	byFile := map[string]map[int]*Line{}
	var files []string
	for i := range k.Lines {
		l := &k.Lines[i]
		total += l.Cycles
		if byFile[l.File] == nil {
			byFile[l.File] = map[int]*Line{}
			files = append(files, l.File)
		}
		byFile[l.File][l.Line] = l
	}
	for _, name := range files {
		f := r.sources[name]
		if f == nil {
			continue
		}
		first, last := f.NumLines(), 1
		for n := range byFile[name] {
			first, last = min(first, n), max(last, n)
		}
		first, last = max(1, first-context), min(f.NumLines(), last+context)
		if name == k.File && k.Line <= last {
			first = k.Line
		}
		part := htmlPart{File: name}
		for n := first; n <= last; n++ {
			l := htmlLine{Number: n, Source: f.Line(n)}
			if cost := byFile[name][n]; cost != nil {
				l.fill(cost, total)
			}
			l.remark(k, name)
			part.Lines = append(part.Lines, l)
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}

// fill shows the numbers of a line.
func (l *htmlLine) fill(n *Line, total int64) {
	share := float64(n.Cycles) / float64(total)
	l.Heat, l.Shade, l.Time, l.Steps = 100*share, 0.4*share, percent(share), count(n.Steps)
	some := func(x int64) string {
		if x == 0 {
			return ""
		}
		return count(x)
	}
	l.Bytes, l.Sectors, l.Conflicts = some(n.Bytes), some(n.Sectors), some(n.Conflicts)
	if n.Idle > 0 {
		l.Apart = percent(n.Divergence())
	}
}

// remark says what is wrong with the accesses of a line.
func (l *htmlLine) remark(k *Kernel, file string) {
	for i := range k.Accesses {
		a := &k.Accesses[i]
		if a.File != file || a.Line != l.Number || a.Problem == "" {
			continue
		}
		l.Bad = true
		what := fmt.Sprintf("%s %s memory", a.Op, a.Memory)
		if a.Unknown < a.Warps {
			row := a.row(file)
			what += fmt.Sprintf(", %s a warp where %s would do", row[4], row[5])
		}
		l.Remarks = append(l.Remarks, htmlRemark{what, a.Problem, a.Remedy})
	}
}

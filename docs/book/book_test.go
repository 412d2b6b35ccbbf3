// Package book_test compiles and runs what the pages of the book show. The mark of a block of code says what has to happen:
//
//	```descend                 a program without findings
//	```descend FILE.desc       likewise, and the commands of the page find it under this name
//	```descend wrong CODE      a program that is refused with this code, and no other
//	```console                 commands, behind "$ ", and what they print
//
// The block behind a wrong program is the message of the compiler. `go test ./docs/book -update` writes messages and what commands print.
package book_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"descend/backend/host"
	"descend/docs"
	"descend/ir/need"
	"descend/passes/irtest"
	"descend/test/kit"
	"descend/test/trial"
	"descend/tools/book"
	"descend/tools/driver"

	"github.com/google/go-cmp/cmp"
)

// A part of a page is text for people, or a block of code.
type part struct {
	mark string // what stands behind ```, also of a block without any; "" for text
	code bool
	text string // with the line ends, without the fences
	line int    // of the page, where the text begins
}

// parts are all parts of a page.
func parts(page string) []part {
	out := []part{{line: 1}}
	line := 0
	for l := range strings.Lines(page) {
		line++
		last := &out[len(out)-1]
		mark, fence := strings.CutPrefix(l, "```")
		switch {
		case !fence:
			last.text += l
		case last.code:
			out = append(out, part{line: line + 1})
		default:
			out = append(out, part{mark: strings.TrimSpace(mark), code: true, line: line + 1})
		}
	}
	return out
}

// page puts parts together.
func page(list []part) string {
	var b strings.Builder
	for _, p := range list {
		if p.code {
			fmt.Fprintf(&b, "```%s\n%s```\n", p.mark, p.text)
		} else {
			b.WriteString(p.text)
		}
	}
	return b.String()
}

// descendc runs a command in this process.
func descendc(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = driver.Main(args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

// codes are those of the findings that `descendc check --diagnostics=json` prints.
func codes(t *testing.T, findings string) (out []string) {
	for line := range strings.Lines(findings) {
		var d struct{ Code string }
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		out = append(out, d.Code)
	}
	return out
}

// accepted compiles the program of a block, which has no findings, as file.
func accepted(t *testing.T, p part, file string) {
	t.Helper()
	write(t, file, p.text)
	if status, out, errs := descendc("check", file); status != 0 || !strings.HasPrefix(out+errs, "descendc: ") && out+errs != "" {
		t.Errorf("line %d: exit status %d\n%s%s", p.line, status, out, errs)
	}
}

// refused compiles the program of a block, which has findings of this code alone, and gives the message.
func refused(t *testing.T, p part, code string) string {
	t.Helper()
	const file = "wrong.desc"
	write(t, file, p.text)
	_, found, _ := descendc("check", file, "--diagnostics=json")
	if got := codes(t, found); len(got) == 0 || slices.ContainsFunc(got, func(c string) bool { return c != code }) {
		t.Errorf("line %d: expected %s, found %q", p.line, code, got)
	}
	_, out, errs := descendc("check", file)
	message, _, ok := strings.Cut(out+errs, "\n\n1 error")
	if !ok {
		t.Errorf("line %d: more or less than one error:\n%s", p.line, out+errs)
	}
	return message + "\n"
}

// session runs the commands of a block and gives the block with what they print: on standard output, and what went wrong.
func session(t *testing.T, p part) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(p.text) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		b.WriteString(line)
		words := strings.Fields(command)
		if name, value, ok := strings.Cut(words[0], "="); ok {
			t.Setenv(name, value)
			words = words[1:]
		}
		var status int
		var out, errs string
		if words[0] == "descendc" {
			for i := range words {
				words[i] = strings.Trim(words[i], "'")
			}
			status, out, errs = descendc(words[1:]...)
		} else {
			var o, e bytes.Buffer
			cmd := exec.Command("/bin/bash", "-c", command)
			cmd.Stdout, cmd.Stderr = &o, &e
			if err := cmd.Run(); err != nil {
				status = 1
			}
			out, errs = o.String(), e.String()
		}
		if status != 0 && !strings.HasPrefix(errs, "error: ") { // only programs that fail are shown to fail
			t.Errorf("line %d: %s: exit status %d\n%s%s", p.line, command, status, out, errs)
		}
		b.WriteString(out)
		if status != 0 {
			message, _, _ := strings.Cut(errs, "\n\n1 error")
			b.WriteString(message + "\n")
		}
	}
	return b.String()
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// chapters are the pages of the book, by path.
func chapters(t *testing.T) []string { return kit.Files(t, "*.md") }

// TestCode compiles and runs the code of each page in a folder of its own.
func TestCode(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(host.CacheVar, "off")
	checked, wrong, commands := 0, 0, 0
	for _, chapter := range chapters(t) {
		file := filepath.Join(here, chapter)
		t.Run(strings.TrimSuffix(chapter, ".md"), func(t *testing.T) {
			list := parts(kit.Read(t, chapter))
			if slices.ContainsFunc(list, func(p part) bool { return p.mark == "cuda" || strings.HasPrefix(p.mark, "python") }) {
				bin := t.TempDir()
				trial.Tools(t, bin)
				t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
			}
			t.Chdir(t.TempDir())
			for i, p := range list {
				words := strings.Fields(p.mark)
				if !p.code {
					continue
				}
				if len(words) == 0 {
					t.Errorf("line %d: a block of code without a mark", p.line)
					continue
				}
				switch {
				case words[0] == "descend" && len(words) == 3 && words[1] == "wrong":
					wrong++
					if i+2 >= len(list) || list[i+2].mark != "text" {
						t.Fatalf("line %d: no message behind the wrong program", p.line)
					}
					list[i+2].text = refused(t, p, words[2])
				case words[0] == "descend" && len(words) == 2 && strings.HasSuffix(words[1], ".desc"):
					checked++
					accepted(t, p, words[1])
				case words[0] == "descend" && len(words) == 1:
					checked++
					accepted(t, p, "program.desc")
				case p.mark == "console":
					commands++
					list[i].text = session(t, p)
				case words[0] == "python" && len(words) == 2, words[0] == "c" && len(words) == 2, words[0] == "sh" && len(words) == 2:
					write(t, words[1], p.text)
				case p.mark == "cuda":
					compileCUDA(t, p)
				case p.mark == "python":
					compilePython(t, p)
				case p.mark == "text" || p.mark == "rust" || p.mark == "sh":
				default:
					t.Errorf("line %d: unknown mark %q", p.line, p.mark)
				}
			}
			irtest.Golden(t, file, page(list))
		})
	}
	if checked < 30 || wrong < 10 || commands < 10 {
		t.Errorf("only %d right and %d wrong programs, and %d blocks of commands", checked, wrong, commands)
	}
}

// TestSoftmax runs the program of the reader who had read the first two chapters only, and compares with softmax computed here.
func TestSoftmax(t *testing.T) {
	t.Chdir("testdata")
	const h = 3
	trial.Sim(t, []trial.Program{{Name: "softmax", Sizes: []int{0, 1, 31, 257, 1000}, Check: func(r *trial.Run, w int) {
		x := trial.Random[float32](r, h*w, -20, 20)
		trial.Array(r, "x", x, h, w)
		trial.Zeros[float32](r, "out", h, w)
		r.Start()
		out := trial.Result[float32](r, "out", h, w)
		for row := range h {
			sum := 0.0
			for _, v := range x[row*w : (row+1)*w] {
				sum += math.Exp(float64(v))
			}
			for i := row * w; i < (row+1)*w; i++ {
				if want := math.Exp(float64(x[i])) / sum; math.Abs(float64(out[i])-want) > 1e-5*want+1e-30 {
					r.Fatalf("element %d of row %d is %v, expected %v", i-row*w, row, out[i], want)
				}
			}
		}
	}}})
}

// cudaNames are what kernels of CUDA use without CUDA's headers.
const cudaNames = `
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
struct dim3 { unsigned x, y, z; };
extern __device__ const dim3 threadIdx, blockIdx, blockDim, gridDim;
__device__ void __syncthreads();
__device__ float __shfl_xor_sync(unsigned mask, float v, int by);
__device__ unsigned atomicAdd(unsigned *p, unsigned v);
__device__ int __syncthreads_or(int c);
__device__ int min(int a, int b);
`

// compileCUDA has clang look at a piece of CUDA.
func compileCUDA(t *testing.T, p part) {
	t.Helper()
	cmd := exec.Command("cc", "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_60", "-nocudainc", "-nocudalib", "-fsyntax-only", "-")
	cmd.Stdin = strings.NewReader(cudaNames + p.text)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("line %d: %v\n%s", p.line, err, out)
	}
}

// compilePython has Python read a piece of it.
func compilePython(t *testing.T, p part) {
	t.Helper()
	need.Run(t, p.text, "python3", "-c", "import ast, sys; ast.parse(sys.stdin.read())")
}

var (
	link     = regexp.MustCompile(`(!?)\[[^\]]*\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	codeSpan = regexp.MustCompile("`[^`]*`")
	markup   = regexp.MustCompile(`<[a-zA-Z/]|\{\{`)
)

// prose is a page without its code.
func prose(page string) string {
	var b strings.Builder
	for _, p := range parts(page) {
		if !p.code {
			b.WriteString(p.text)
		}
	}
	return b.String()
}

// anchors are the fragments that headings of a page have.
func anchors(page string) map[string]bool {
	out := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(prose(page), -1) {
		out[docs.Anchor(m[1])] = true
	}
	return out
}

// TestLinks follows the links of the book, those of its index too: files and headings are there. What VitePress would take for HTML or
// for a script is not in the text.
func TestLinks(t *testing.T) {
	pages := map[string]string{"reference.md": book.Reference()}
	for _, f := range chapters(t) {
		if f != "reference.md" { // a copy of what is made
			pages[f] = kit.Read(t, f)
		}
	}
	text := func(file string) (string, bool) {
		if p, ok := pages[file]; ok {
			return p, true
		}
		b, err := os.ReadFile(file)
		return string(b), err == nil
	}
	followed := 0
	for name, page := range pages {
		words := codeSpan.ReplaceAllString(prose(page), "code")
		for _, m := range link.FindAllStringSubmatch(words, -1) {
			target, fragment, _ := strings.Cut(m[2], "#")
			if strings.HasPrefix(target, "https://") {
				continue
			}
			if target == "" {
				target = name
			}
			followed++
			got, ok := text(target)
			if !ok {
				t.Errorf("%s: %s does not exist", name, m[2])
			} else if fragment != "" && !anchors(got)[fragment] {
				t.Errorf("%s: %s has no heading %s", name, target, fragment)
			}
		}
		if m := markup.FindString(words); m != "" {
			t.Errorf("%s: VitePress takes %q for more than text", name, m)
		}
	}
	if followed < 100 {
		t.Errorf("only %d links", followed)
	}
}

// TestContents wants every chapter in the table of contents of the site, and nothing else.
func TestContents(t *testing.T) {
	config := kit.Read(t, ".vitepress/config.mts")
	var listed []string
	for _, m := range regexp.MustCompile(`link: "/book/([a-z-]*)"`).FindAllStringSubmatch(config, -1) {
		if m[1] != "" {
			listed = append(listed, m[1]+".md")
		}
	}
	slices.Sort(listed)
	want := chapters(t)
	if !slices.Contains(want, "reference.md") {
		want = append(want, "reference.md")
	}
	want = slices.DeleteFunc(want, func(f string) bool { return f == "index.md" })
	slices.Sort(want)
	if diff := cmp.Diff(want, slices.Compact(listed)); diff != "" {
		t.Error(diff)
	}
}

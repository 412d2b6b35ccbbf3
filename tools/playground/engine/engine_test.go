package engine_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/tools/playground/engine"

	"github.com/google/go-cmp/cmp"
)

// TestLevels wants all levels of every example, with lines of the program that tell where they come from.
func TestLevels(t *testing.T) {
	files, err := filepath.Glob("../../../examples/*.desc")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		a := engine.Do(&engine.Request{Source: string(text), Levels: true})
		if a.Error != "" || len(a.Diagnostics) > 0 || len(a.Levels) != 3 || len(a.Functions) == 0 {
			t.Errorf("%s: %s %s %d levels, %d functions", file, a.Error, a.Text, len(a.Levels), len(a.Functions))
			continue
		}
		total := strings.Count(string(text), "\n")
		for _, l := range a.Levels {
			linked := 0
			for _, r := range l.Lines {
				if r[0] < 0 || r[1] < r[0] || r[1] > total {
					t.Errorf("%s, %s: lines %v", file, l.Name, r)
				}
				if r[0] > 0 {
					linked++
				}
			}
			if n := strings.Count(l.Text, "\n"); n != len(l.Lines) || linked*4 < n { // the rest is of the library
				t.Errorf("%s, %s: %d lines, %d places, %d of them known", file, l.Name, n, len(l.Lines), linked)
			}
			if strings.Contains(l.Text, "!dbg") || strings.Contains(l.Text, "DILocation") {
				t.Errorf("%s, %s has line tables", file, l.Name)
			}
		}
	}
}

const program = `fn k<n: nat>(x: &uniq gpu.global [i32; n], by: i32) -[g: gpu.grid<X<(n + 31) / 32>, X<32>>]-> () {
  sched block in g { sched t in block { x.group_up::<32>[[block]][[t]] += by } }
}
fn main<n: nat>(x: &uniq cpu.mem [i32; n], by: i32) -[t: cpu.thread]-> i32 {
  let mut y = GpuGlobal::copy(&*x);
  k::<<<_, _>>>(&uniq y, by);
  copy_mem(x, &y);
  print(by);
  by + 1
}`

// TestRun runs main with what the page begins with, with sizes, with elements, and with a file of an earlier run.
func TestRun(t *testing.T) {
	r := &engine.Request{Source: program, Run: true, Function: "main", Args: []string{"x=1,2,3"}}
	a := engine.Do(r)
	if a.Error != "" || a.Result == nil || a.Result.Arrays[0].Text != "[3 4 5]" || a.Result.Printed != "2\n" || a.Result.Returned[0] != "3" || a.Result.With != "n = 3" || len(a.Result.Pictures) != 1 {
		t.Fatalf("%s %+v %s", a.Error, a.Result, a.Text)
	}
	r.Args, r.Files = []string{"x=old.npy", "by=-1"}, map[string][]byte{"old.npy": a.Result.Arrays[0].NPY}
	if a = engine.Do(r); a.Error != "" || a.Result.Arrays[0].Text != "[2 3 4]" {
		t.Errorf("%s %+v", a.Error, a.Result)
	}
	r.Args, r.Nats = nil, map[string]string{"n": "40"}
	if a = engine.Do(r); a.Error != "" || len(a.Result.Pictures[0].Blocks) != 2 {
		t.Errorf("%s %+v", a.Error, a.Result)
	}
	for _, c := range []struct {
		change func(*engine.Request)
		want   string
	}{
		{func(r *engine.Request) { r.Function = "none" }, "no function none"},
		{func(r *engine.Request) { r.Args = []string{"x=missing.npy"} }, "no file missing.npy"},
		{func(r *engine.Request) { r.Args = []string{"by=yes"} }, "expected an integer"},
		{func(r *engine.Request) { r.Nats = map[string]string{"n": "-1"} }, "the size n"},
		{func(r *engine.Request) { r.Nats = map[string]string{"n": "9000000000"} }, "too large"},
		{func(r *engine.Request) { r.Source = "fn main(" }, "the program has errors"},
	} {
		bad := engine.Request{Source: program, Run: true, Function: "main"}
		c.change(&bad)
		if a := engine.Do(&bad); !strings.Contains(a.Error, c.want) {
			t.Errorf("error %q, not %q", a.Error, c.want)
		}
	}
}

// TestRefused runs a program that the checks refuse, and shows both threads of its race; and one whose loop does not end.
func TestRefused(t *testing.T) {
	text := `fn k(x: &uniq gpu.global [i32; 64]) -[g: gpu.grid<X<1>, X<64>>]-> () {
  sched b in g {
    sched t in b { x[[t]] = 1 }
    sched t in b { x.reverse[[t]] = 2 }
  }
}`
	a := engine.Do(&engine.Request{Source: text, Run: true, Function: "k"})
	if a.Error != "" || !a.Result.Refused || !a.Result.Failed || a.Result.Pictures[0].Conflict == nil {
		t.Fatalf("%s %+v", a.Error, a.Result)
	}
	if !strings.Contains(a.Text, "sim-race") || !strings.Contains(a.Text, "conflicting-access") || len(a.Diagnostics) != 2 {
		t.Error(a.Text)
	}
	text = `fn main() -[t: cpu.thread]-> () { let mut i = 0; while i != 1 { i += 2; print(i) } }`
	if testing.Short() {
		return
	}
	a = engine.Do(&engine.Request{Source: text, Run: true, Function: "main"})
	if !strings.Contains(a.Error, "ended after") {
		t.Errorf("%q", a.Error)
	}
}

// TestJSON gives an answer to every text.
func TestJSON(t *testing.T) {
	for text, want := range map[string]string{`{`: `"error":"unexpected end`, `{"source":"fn"}`: `"code":"syntax"`, `{"source":"","run":true}`: `no function`} {
		if got := string(new(engine.Engine).JSON([]byte(text))); !strings.Contains(got, want) {
			t.Errorf("%s: %s", text, got)
		}
	}
}

var (
	editRounds = flag.Int("edit-rounds", 1, "how often the examples are edited")
	editSeed   = flag.Uint64("edit-seed", 1, "with which numbers")
)

// TestEdits types in the examples: an engine that keeps what has not changed answers what one does that reads each text first. For more:
// go test ./tools/playground/engine -run TestEdits -args -edit-rounds=100 -edit-seed=2
func TestEdits(t *testing.T) {
	random := rand.New(rand.NewPCG(*editSeed, 7))
	files, err := filepath.Glob("../../../examples/*.desc")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	refused := 0
	e := &engine.Engine{}
	for range *editRounds {
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(text) > 4000 {
				continue
			}
			for _, now := range typed(string(text), random) {
				whole, edited := engine.Do(&engine.Request{Source: now}), e.Do(&engine.Request{Source: now, Edited: true})
				if diff := cmp.Diff(written(t, whole), written(t, edited)); diff != "" {
					t.Fatalf("%s: %s\n%s", file, diff, now)
				}
				if len(whole.Diagnostics) > 0 {
					refused++
				}
			}
		}
	}
	if refused < 20 {
		t.Errorf("only %d of the edits have findings", refused)
	}
}

// typed are versions of a program while somebody edits it: each makes a change or two, and takes back others.
func typed(text string, random *rand.Rand) (out []string) {
	original := text
	for range 5 {
		at := random.IntN(len(text))
		switch end := min(len(text), at+1+random.IntN(12)); random.IntN(6) {
		case 0:
			text = original
		case 1:
			text = text[:at] + text[end:]
		case 2:
			text = text[:at] + strings.ToValidUTF8(original[min(at, len(original)-1):min(end, len(original))], "") + text[at:]
		case 3: // a number, which is a size, an offset or a factor
			if i := strings.IndexAny(text[at:], "0123456789"); i >= 0 {
				text = text[:at+i] + string(rune('0'+random.IntN(10))) + text[at+i+1:]
			}
		case 4: // a line
			lines := strings.SplitAfter(text, "\n")
			i := random.IntN(len(lines))
			text = strings.Join(slices.Concat(lines[:i], lines[min(len(lines), i+1+random.IntN(2)):]), "")
		default:
			text = "// " + text
		}
		if text = strings.ToValidUTF8(text, "?"); text == "" {
			text = original
		}
		out = append(out, text)
	}
	return out
}

// written is an answer as text, without its time.
func written(t *testing.T, a *engine.Answer) string {
	a.Seconds = 0
	out, err := json.MarshalIndent(a, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestKept asks one engine one thing after another: what it keeps changes no answer.
func TestKept(t *testing.T) {
	other := strings.Replace(program, "by + 1", "by + true", 1)
	e := &engine.Engine{}
	for i, r := range []engine.Request{
		{Source: program},
		{Source: program, Run: true, Function: "main"},
		{Source: program, Levels: true},
		{Source: program},
		{Source: program, Levels: true},
		{Source: program, Run: true, Function: "main", Args: []string{"x=1,2"}},
		{Source: program},
		{Source: other},
		{Source: other, Levels: true},
		{Source: other, Run: true, Function: "main"},
		{Source: "fn"},
		{Source: "fn", Levels: true},
		{Source: other + " ", Edited: true},
		{Source: other + " ", Run: true, Function: "main"},
		{Source: program + " ", Edited: true},
		{Source: program + " ", Levels: true, Edited: true},
		{Source: program + "//", Edited: true, Run: true, Function: "main"},
		{Source: " " + program, Run: true, Function: "none"},
		{Source: " " + program, Levels: true, Layout: "plain"},
		{Source: program, Levels: true},
	} {
		if diff := cmp.Diff(written(t, engine.Do(&r)), written(t, e.Do(&r))); diff != "" {
			t.Errorf("request %d: %s", i, diff)
		}
	}
	if testing.Short() {
		return
	}
	for i := range 450 { // longer than a context is kept
		a := e.Do(&engine.Request{Source: fmt.Sprintf("%s\nfn f%d(x: i32) -[t: cpu.thread]-> i32 { x + %d }", program, i, i)})
		if i%50 == 49 {
			e.Rest()
		}
		if i%3 > 0 {
			a = e.Do(&engine.Request{Edited: true, Source: fmt.Sprintf("%s\nfn f%d(x: i32) -[t: cpu.thread]-> i32 { x - %d }", program, i, i)})
		}
		if a.Text != "" || len(a.Functions) != 3 {
			t.Fatalf("%d: %s", i, a.Text)
		}
	}
	e.Rest()
}

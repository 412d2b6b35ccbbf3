package test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"descend/dialects/gpu/traffic"
	"descend/test/kit"
	"descend/tools/report"
)

// columns is a program in which each thread adds up a row of a matrix, so that neighbouring threads are at different rows.
const columns = `fn columns<n: nat>(x: & gpu.global [[f32; 32]; n * 32], y: &uniq gpu.global [f32; n * 32])
  -[grid: gpu.grid<X<n>, X<32>>]-> () {
  sched block in grid {
    sched thread in block {
      let mut sum = 0.0;
      for i in 0..32 { sum += x.group::<32>[[block]][[thread]][i] };
      y.group::<32>[[block]][[thread]] = sum
    }
  }
}
`

// TestReportText compares what report prints of a small program, with numbers counted by hand: a warp takes 1 + 32 * 8 + 4 steps, and a thread
// computes 32 * 4 + 2 integers.
func TestReportText(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", t.TempDir()) // no ptxas
	if err := os.WriteFile("p.desc", []byte(columns), 0o644); err != nil {
		t.Fatal(err)
	}
	const want = `columns with n = 1024 (n chosen as an example; -D n=.. says otherwise)
note: registers and occupancy are not known: ptxas was not found (apt-get install nvidia-cuda-toolkit (Debian's non-free component), or NVIDIA's CUDA toolkit)

kernel columns  p.desc:1  1 launch of 1024 blocks of 32 threads
  memory       threads ask for 4.12 MiB, 32.1 MiB are moved, 13 % of it used
  arithmetic   1.05 M operations on floats, 4.26 M on integers; 0.03 on floats for each byte moved
  steps        267264 of warps
  cycles       about 2.17 M of one multiprocessor, 97 % of them for global memory
  waves        one, of 57 % of the 1792 blocks that 56 multiprocessors of sm_60 have room for

  line  access                                        memory  accesses      a warp  least   used
     6  load x.group::<32>[[block]][[thread]][i]      global     32768  32 sectors      4   12 %
        neighbouring threads read elements 32 apart: group the other way, so that neighbouring
        threads (along x) take neighbouring elements, or move a tile through shared memory (a thread
        goes through neighbours: where their alignment is known they become accesses of up to 16
        bytes, and cost less)
     7  store y.group::<32>[[block]][[thread]] = sum  global      1024   4 sectors      4  100 %
`
	if d := cmp.Diff(want, descendcPrints(t, "report", "p.desc")); d != "" {
		t.Error(d)
	}
}

// TestReportForms validates the JSON of reports and profiles, and looks at the page.
func TestReportForms(t *testing.T) {
	c := jsonschema.NewCompiler()
	schema, err := c.Compile("../docs/report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	profile, err := c.Compile("../docs/report.schema.json#/$defs/profile")
	if err != nil {
		t.Fatal(err)
	}
	valid := func(s *jsonschema.Schema, text string) {
		t.Helper()
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%v", err)
		}
	}
	dir := t.TempDir()
	for _, file := range []string{"transpose", "histogram", "mandelbrot", "smooth", "grid3d"} {
		valid(schema, descendcPrints(t, "report", "../examples/"+file+".desc", "--json", "--html="+dir+"/p.html"))
		if page := kit.Read(t, dir+"/p.html"); !strings.HasPrefix(page, "<!doctype html>") || strings.Contains(page, "http") || !strings.Contains(page, "kernel ") {
			t.Errorf("the page of %s is\n%.2000s", file, page)
		}
	}
	descendcPrints(t, "run", "../examples/scale_vec.desc", "--arg", "vec=iota", "-D", "n=1000", "--profile="+dir+"/p.json")
	valid(profile, kit.Read(t, dir+"/p.json"))
	if schema.Validate(map[string]any{"version": 1.0, "kernels": []any{}}) == nil {
		t.Error("a report without sizes is valid")
	}
}

// TestReportSizes has programs whose clauses leave few sizes, and sizes that a report finds or is given.
func TestReportSizes(t *testing.T) {
	t.Chdir(t.TempDir())
	for text, want := range map[string]string{
		"fn k<n: nat, m: nat>(x: &uniq gpu.global [f32; n]) -[g: gpu.grid<X<n / 32>, X<32>>]-> () where n == 32 * m, m <= 3 {\n" +
			"  sched b in g { sched t in b { x.group::<32>[[b]][[t]] = 1.0 } }\n}\n": "n=64 m=2",
		"fn k<n: nat>(x: &uniq gpu.global [f32; n]) -[g: gpu.grid<X<n / 32>, X<32>>]-> () where n % 32 == 0, n <= 100 {\n" +
			"  sched b in g { sched t in b { x.group::<32>[[b]][[t]] = 1.0 } }\n}\n": "n=64",
	} {
		if err := os.WriteFile("p.desc", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var r report.Report
		if err := json.Unmarshal([]byte(descendcPrints(t, "report", "p.desc", "--json")), &r); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range r.Sizes {
			got = append(got, s.Name+"="+s.Value)
		}
		if strings.Join(got, " ") != want || len(r.Chosen) != len(got) {
			t.Errorf("sizes %v, chosen %v, want %s", got, r.Chosen, want)
		}
	}
}

// TestReportMistakes gives report and run --profile what users give by mistake.
func TestReportMistakes(t *testing.T) {
	const impossible = "fn k<n: nat>(x: &uniq gpu.global [f32; n]) -[g: gpu.grid<X<n>, X<1>>]-> () where n == 1234567 { sched b in g { sched t in b { x.group::<1>[[b]][[t]] = 1.0 } } }\n"
	for _, c := range []struct {
		name, program, args string
		status              int
		says                string
	}{
		{"no file", columns, "report", 2, "needs an input file"},
		{"a missing file", columns, "report q.desc", 2, "no such file"},
		{"a program that is rejected", strings.Replace(columns, "y.group::<32>[[block]][[thread]]", "y.group::<32>[[block]][0]", 1), "report p.desc", 1, "[narrowing]"},
		{"a size that no function has", columns, "report p.desc -D k=3", 2, "columns has no size of that name; there is n"},
		{"a function that is not there", columns, "report p.desc --fn=rows", 2, "there is no function rows"},
		{"a program without kernels", "fn f(x: i32) -[t: cpu.thread]-> i32 { x }\n", "report p.desc", 2, "no kernel"},
		{"clauses that no tried size meets", impossible, "report p.desc", 2, "-D n=1024"},
		{"the size that they want", impossible, "report p.desc -D n=1234567", 0, "n = 1234567"},
		{"a size that a clause excludes", impossible, "report p.desc -D n=3", 1, "nat-constraint"},
		{"sizes beyond all numbers", columns, "report p.desc -D n=1000000000000000000000", 2, "sizes are below 2^63"},
		{"sizes beyond all launches", columns, "report p.desc -D n=2147483648", 1, "nat-constraint"},
		{"most blocks", columns, "report p.desc -D n=2147483647", 0, "2147483647 blocks"},
		{"an unknown target", columns, "report p.desc --target=sm_1", 2, "sm_1"},
		{"an argument that is an array", columns, "report p.desc --arg x=zeros", 2, "values of scalar parameters"},
		{"both forms on standard output", columns, "report p.desc --json --html=-", 2, "standard output"},
		{"the source as the page", columns, "report p.desc --html=p.desc", 2, "p.desc"},
		{"a page in no folder", columns, "report p.desc --html=nowhere/out", 2, "nowhere/out"},
		{"an unknown flag", columns, "report p.desc --jsn", 2, "did you mean --json"},
		{"a profile of a native run", columns, "run p.desc --fn=columns -D n=1 --arg x=iota --arg y=zeros --device=cpu --profile", 2, "--profile is of the simulator"},
		{"the source as the profile", columns, "run p.desc --fn=columns -D n=1 --arg x=iota --arg y=zeros --profile=p.desc", 2, "p.desc"},
		{"help", columns, "report --help", 0, "descendc report "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("p.desc", []byte(c.program), 0o644); err != nil {
				t.Fatal(err)
			}
			checkBadInput(t, strings.Fields(c.args), c.status, c.says)
			if text := kit.Read(t, "p.desc"); text != c.program {
				t.Errorf("the source is now\n%s", text)
			}
		})
	}
}

// TestReportCopies wants a report to count what copies read and write: the tiles of a product come to shared memory by copies, or by loads and
// stores, and are as large.
func TestReportCopies(t *testing.T) {
	var moved [2]map[string]int64
	for i, name := range []string{"matmul_ahead", "matmul_tiled"} {
		var r report.Report
		if err := json.Unmarshal([]byte(descendcPrints(t, "report", "../examples/"+name+".desc", "--json", "-D", "m=128", "-D", "n=64", "-D", "k=96")), &r); err != nil {
			t.Fatal(err)
		}
		moved[i] = map[string]int64{}
		for _, a := range r.Kernels[0].Accesses {
			moved[i][a.Op+" "+a.Memory] += a.Lanes * int64(a.Size)
		}
		for _, n := range r.Notes {
			if strings.Contains(n, "not in the numbers") {
				t.Errorf("%s: %s", name, n)
			}
		}
	}
	tiles := int64(2 * 4 * (128 / 16) * (64 / 16) * 16 * 96)
	zeros := tiles / (96 / 16) // of the pair behind the last one, which the copies of it write
	if copied, loaded := moved[0], moved[1]; copied["copy global"] != tiles || copied["copy shared"] != tiles+zeros || loaded["load global"] != tiles || copied["load global"] != 0 {
		t.Errorf("%d bytes of tiles; with copies %v, without %v", tiles, copied, loaded)
	}
}

// TestSlowPage runs the commands of docs/slow.md and compares what they print, without what needs ptxas. Each program of the page follows what
// the report says of the one before it, until nothing is left to say; what the simulator counts must then be at least four times better than it was.
func TestSlowPage(t *testing.T) {
	page := kit.Read(t, "../docs/slow.md")
	t.Chdir(t.TempDir())
	blocks := regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$").FindAllStringSubmatch(page, -1)
	var programs []string
	ran := 0
	for i, block := range blocks {
		switch kind, text := block[1], block[2]; kind {
		case "desc":
			name, _, _ := strings.Cut(strings.TrimPrefix(text, "// "), "\n")
			programs = append(programs, strings.TrimSuffix(name, ".desc"))
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		case "sh":
			out := ""
			for line := range strings.Lines(text) {
				ran++
				out += descendcPrints(t, strings.Fields(strings.TrimPrefix(line, "descendc "))...)
			}
			for _, note := range regexp.MustCompile("(?m)^note: [^(\n]*[^ (\n]").FindAllString(out, -1) {
				if !strings.Contains(page, "`"+note+"`") {
					t.Errorf("the page does not say what `%s` is", note)
				}
			}
			out = regexp.MustCompile("(?m)^(note:|  registers) .*\n").ReplaceAllString(out, "")
			if i+1 < len(blocks) && blocks[i+1][1] == "text" && out != blocks[i+1][2] {
				t.Errorf("%s: the page and what is printed: %s", text, cmp.Diff(blocks[i+1][2], out))
			}
		}
	}
	if want := []string{"rows", "warps", "stay"}; !slices.Equal(programs, want) || ran != 2*len(want) {
		t.Fatalf("the page has the programs %v, and %d commands", programs, ran)
	}
	remedies := map[string][]string{"rows": {"group the other way, so that neighbouring threads", "divide the work into more blocks"}, "warps": {"448 blocks or fewer"}}
	for _, name := range programs {
		args := []string{"report", name + ".desc", "--json", "-D", "h=4096", "-D", "w=1024"}
		if name == "stay" {
			args = append(args, "-D", "b=256")
		}
		var r report.Report
		if err := json.Unmarshal([]byte(descendcPrints(t, args...)), &r); err != nil {
			t.Fatal(err)
		}
		said := remediesOf(&r.Kernels[0])
		if len(said) != len(remedies[name]) {
			t.Errorf("the report names %d remedies for %s: %q", len(said), name, said)
		}
		for _, remedy := range remedies[name] {
			if !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, remedy) }) {
				t.Errorf("the report does not say of %s %q, but %q", name, remedy, said)
			}
		}
		if kit.Read(t, name+".npy") != kit.Read(t, programs[0]+".npy") {
			t.Errorf("%s computes other sums than %s", name, programs[0])
		}
	}
	first, last := simulated(t, "rows.json"), simulated(t, "stay.json")
	if first.time < 4*last.time || first.bytes < 7*last.bytes || last.conflicts > 0 {
		t.Errorf("the simulator counts %+v for the first program and %+v for the last", first, last)
	}
}

// remediesOf are those that a report names for a kernel.
func remediesOf(k *report.Kernel) (all []string) {
	if k.Waves != nil && k.Waves.Remedy != "" {
		all = append(all, k.Waves.Remedy)
	}
	for _, a := range k.Accesses {
		if a.Remedy != "" {
			all = append(all, a.Remedy)
		}
	}
	return all
}

// costs are what a run on the simulator counts: cycles of one multiprocessor, bytes of global memory that are moved, and bank conflicts.
type costs struct{ time, bytes, conflicts int64 }

func simulated(t *testing.T, profile string) (c costs) {
	t.Helper()
	var p report.Profile
	if err := json.Unmarshal([]byte(kit.Read(t, profile)), &p); err != nil {
		t.Fatal(err)
	}
	for _, k := range p.Kernels {
		for _, l := range k.Lines {
			c.bytes, c.conflicts = c.bytes+l.Sectors*traffic.SectorSize, c.conflicts+l.Conflicts
		}
	}
	c.time = p.Cycles()
	return c
}

// TestReportOneAddress has a kernel in which all threads update one element, which is said to be slow, and two in which they do not: each has
// its own, and one of a warp updates for all.
func TestReportOneAddress(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", t.TempDir()) // no ptxas
	const text = `fn k(x: & gpu.global [i32; 256], y: &uniq gpu.global [i32; 256]) -[grid: gpu.grid<X<1>, X<256>>]-> () {
  sched block in grid { sched thread in block { UPDATE } }
}
`
	const slow = "updates are made one after the other"
	for update, want := range map[string]bool{
		"atomic_fetch_add(&shrd y[0], x[[thread]]);":                                true,
		"atomic_fetch_add(&shrd y[[thread]], x[[thread]]);":                         false,
		"if index(thread) % 32 == 0 { atomic_fetch_add(&shrd y[0], x[[thread]]); }": false,
	} {
		if err := os.WriteFile("p.desc", []byte(strings.Replace(text, "UPDATE", update, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		if out := descendcPrints(t, "report", "p.desc"); strings.Contains(strings.Join(strings.Fields(out), " "), slow) != want {
			t.Errorf("%s:\n%s", update, out)
		}
	}
}

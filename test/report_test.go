package test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"descend/frontend/std"
	"descend/test/attack"
	"descend/test/kit"
	"descend/tools/driver"
	"descend/tools/report"
)

// reported are the sizes at which reports of the examples are compared with runs, and the arguments of main. In doubt is the number
// of lines of which data decides: their numbers are of one round, or not known.
var reported = map[string]struct {
	sizes   []string // of -D
	scalars []string // of --arg, for both
	arrays  []string // that the run gets
	doubt   int
}{
	"attention":         {sizes: []string{"n=64 m=128", "n=17 m=70"}, arrays: []string{"q", "k", "v", "o"}},
	"bitonic_sort":      {sizes: []string{"n=512", "n=1000"}, arrays: []string{"data"}},
	"dot_product":       {sizes: []string{"n=256", "n=1000"}, arrays: []string{"x", "y"}},
	"fft":               {sizes: []string{"n=3"}, arrays: []string{"re", "im", "turns_re", "turns_im"}},
	"gemm_f16":          {sizes: []string{"m=128 k=64 n=128", "m=131 k=41 n=9"}, arrays: []string{"a", "b", "c"}},
	"grid3d":            {sizes: []string{"d=4 h=8 w=16", "d=3 h=5 w=7"}, arrays: []string{"input", "output"}},
	"histogram":         {sizes: []string{"n=1024", "n=3000"}, arrays: []string{"data", "counts"}, doubt: 1},
	"histogram_strided": {sizes: []string{"n=1024", "n=600000"}, arrays: []string{"data", "counts"}, doubt: 1},
	"layer_norm":        {sizes: []string{"m=8 n=128", "m=5 n=77"}, arrays: []string{"x", "scale", "shift", "y"}},
	"mandelbrot":        {sizes: []string{"w=64 h=48"}, arrays: []string{"steps"}, scalars: []string{"left=-2", "top=-1", "width=3", "limit=20"}, doubt: 5},
	"matmul":            {sizes: []string{"m=64 k=64 n=64", "m=17 k=9 n=33"}, arrays: []string{"a", "b", "c"}},
	"matmul_ahead":      {sizes: []string{"m=64 k=64 n=64", "m=17 k=9 n=33"}, arrays: []string{"a", "b", "c"}},
	"matmul_tiled":      {sizes: []string{"m=64 k=64 n=64", "m=17 k=9 n=33"}, arrays: []string{"a", "b", "c"}},
	"nbody":             {sizes: []string{"n=256", "n=300"}, arrays: []string{"bodies", "acceleration"}},
	"reduce_inplace":    {sizes: []string{"n=2048", "n=3001"}, arrays: []string{"vec"}},
	"reduce_shared":     {sizes: []string{"n=2048", "n=3001"}, arrays: []string{"vec"}},
	"reduce_warps":      {sizes: []string{"n=2048", "n=3001"}, arrays: []string{"vec"}},
	"reverse":           {sizes: []string{"n=512", "n=777"}, arrays: []string{"vec"}},
	"saxpy":             {sizes: []string{"n=512", "n=777"}, arrays: []string{"x", "y"}, scalars: []string{"a=2"}},
	"scale_vec":         {sizes: []string{"n=512", "n=777"}, arrays: []string{"vec"}},
	"scan":              {sizes: []string{"n=1024", "n=777"}, arrays: []string{"input", "output"}},
	"sgemm":             {sizes: []string{"m=128 k=64 n=128", "m=131 k=17 n=129"}, arrays: []string{"a", "b", "c"}},
	"smooth":            {sizes: []string{"n=640", "n=100"}, arrays: []string{"data"}, scalars: []string{"rounds=5"}},
	"spmv":              {sizes: []string{"m=40 n=50 k=60"}, arrays: []string{"first=zeros", "columns=zeros", "values", "x", "y"}, doubt: 3},
	"stencil_ahead":     {sizes: []string{"h=64 w=64", "h=37 w=70"}, arrays: []string{"x", "out"}},
	"transpose":         {sizes: []string{"h=64 w=96", "h=67 w=33"}, arrays: []string{"input", "output"}},
	"transpose_f32":     {sizes: []string{"h=64 w=96", "h=67 w=33"}, arrays: []string{"input", "output"}},
	"vector_add":        {sizes: []string{"n=1024", "n=777"}, arrays: []string{"a", "b", "c"}},
}

// products are the instructions of tensor cores of examples at these sizes: one for each 16 x 8 x 16 products of numbers, edges of matrices filled up.
var products = map[string]int64{
	"gemm_f16 m=128 k=64 n=128": 128 * 64 * 128 / 2048, "gemm_f16 m=131 k=41 n=9": 256 * 64 * 128 / 2048,
	"attention n=64 m=128": 2 * 64 * 128 * 64 / 2048, "attention n=17 m=70": 2 * 64 * 128 * 64 / 2048,
}

// TestReport compares what `report` finds without running with what the simulator counts, for every example.
func TestReport(t *testing.T) {
	for _, file := range kit.Files(t, "../examples/*.desc") {
		name := strings.TrimSuffix(filepath.Base(file), ".desc")
		c, ok := reported[name]
		if !ok {
			t.Errorf("%s is in no table", file)
		}
		for _, sizes := range c.sizes {
			t.Run(name+" "+sizes, func(t *testing.T) {
				var same, run []string
				for _, s := range strings.Fields(sizes) {
					same = append(same, "-D", s)
				}
				for _, s := range c.scalars {
					same = append(same, "--arg", s)
				}
				for _, a := range c.arrays {
					if !strings.Contains(a, "=") {
						a += "=iota"
					}
					run = append(run, "--arg", a)
				}
				compareReport(t, file, same, run, c.doubt, products[name+" "+sizes])
			})
		}
	}
}

// mainParam is a parameter of main of a generated program.
var mainParam = regexp.MustCompile(`(\w+): (&|bool|i32)`)

// TestReportGenerated does the same with programs that are made at random, of seeds from 0, or ATTACK_SEEDS=from:to, as far as they are accepted
// and run to their end.
func TestReportGenerated(t *testing.T) {
	from, to, _ := kit.Seeds(t, 150)
	dir, compared := t.TempDir(), 0
	file, profile := filepath.Join(dir, "generated.desc"), filepath.Join(dir, "profile.json")
	for seed := from; seed < to; seed++ {
		text := attack.Program(seed)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, signature, _ := strings.Cut(text, "fn main(")
		signature, _, _ = strings.Cut(signature, "->")
		var same, run []string
		for _, p := range mainParam.FindAllStringSubmatch(signature, -1) {
			switch p[2] {
			case "bool":
				same = append(same, "--arg", fmt.Sprintf("%s=%t", p[1], seed%2 == 0))
			case "i32":
				same = append(same, "--arg", fmt.Sprintf("%s=%d", p[1], seed%5))
			default:
				run = append(run, "--arg", p[1]+"=iota")
			}
		}
		var out, errs bytes.Buffer
		all := append(append([]string{"run", file, "--profile=" + profile}, same...), run...)
		if driver.Main(all, strings.NewReader(""), &out, &errs) != 0 {
			continue
		}
		compared++
		if !t.Run(fmt.Sprint(seed), func(t *testing.T) { compareProfile(t, profile, file, same) }) {
			t.Log(text)
		}
	}
	t.Logf("%d programs were compared", compared)
	if n := int(to - from); n >= 100 && compared < n/10 {
		t.Errorf("only %d programs were compared", compared)
	}
}

// descendcPrints runs descendc and gives what it prints.
func descendcPrints(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := driver.Main(args, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("%v: status %d\n%s", args, status, errs.String())
	}
	return out.String()
}

func compareReport(t *testing.T, file string, same, run []string, doubt int, products int64) {
	profile := filepath.Join(t.TempDir(), "profile.json")
	descendcPrints(t, append(append([]string{"run", file, "--profile=" + profile}, same...), run...)...)
	inDoubt, tensor := compareProfile(t, profile, file, same)
	if tensor != products {
		t.Errorf("%d instructions of tensor cores, expected %d", tensor, products)
	}
	if inDoubt != doubt {
		t.Errorf("%d lines are in doubt, expected %d", inDoubt, doubt)
	}
}

// compareProfile compares what a run has counted with the report. It gives the lines of which data decides, and the instructions of tensor cores.
func compareProfile(t *testing.T, profile, file string, same []string) (inDoubt int, tensor int64) {
	t.Helper()
	var counted report.Profile
	var found report.Report
	for text, doc := range map[string]any{kit.Read(t, profile): &counted, descendcPrints(t, append([]string{"report", file, "--json"}, same...)...): &found} {
		if err := json.Unmarshal([]byte(text), doc); err != nil {
			t.Fatal(err)
		}
	}
	if len(counted.Kernels) != len(found.Kernels) {
		t.Fatalf("%d kernels ran, %d are reported", len(counted.Kernels), len(found.Kernels))
	}
	for i, k := range found.Kernels {
		want := counted.Kernels[i]
		if k.Name != want.Name {
			t.Fatalf("kernel %s is reported, %s ran", k.Name, want.Name)
		}
		if certain := k.Certain == "exact"; certain == slices.ContainsFunc(k.Lines, func(l report.Line) bool { return l.Certain == "per round" || l.Certain == "at most" }) {
			t.Errorf("%s is %s", k.Name, k.Certain)
		}
		type place struct {
			file string
			line int
		}
		tensor += k.Tensor
		doubtful := map[place]bool{}
		for _, l := range k.Lines {
			if std.Has(l.File) && !strings.HasPrefix(k.Name, "std__") {
				t.Errorf("%s has a cost at %s:%d, where nobody can change it", k.Name, l.File, l.Line)
			}
			if l.Certain != "exact" {
				doubtful[place{l.File, l.Line}] = true
			}
		}
		inDoubt += len(doubtful)
		certain := cmp.Options{
			cmpopts.IgnoreSliceElements(func(a report.Access) bool { return doubtful[place{a.File, a.Line}] }),
			cmpopts.IgnoreSliceElements(func(l report.Line) bool { return doubtful[place{l.File, l.Line}] }),
		}
		unjudged := cmpopts.IgnoreFields(report.Access{}, "Problem", "Remedy", "Certain", "Fewest")
		if d := cmp.Diff(want.Accesses, k.Accesses, certain, unjudged, cmpopts.IgnoreUnexported(report.Access{})); d != "" {
			t.Errorf("kernel %s, counted and reported: %s", k.Name, d)
		}
		if d := cmp.Diff(want.Lines, k.Lines, certain); d != "" {
			t.Errorf("kernel %s, lines counted and reported: %s", k.Name, d)
		}
	}
	return inDoubt, tensor
}

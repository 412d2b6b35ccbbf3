package dialects_test

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"descend/dialects"
	"descend/ir"
	"descend/ir/need"
)

// TestGenerated compares what we say of generated modules, most of them wrong in one place, with what mlir-opt-19 says: whether a module
// is valid, the text that is printed or the first error. Modules are examples of operations in which a type, a number, an attribute, an
// operand or a line is another, in generic and in custom form. DESCEND_ORACLE is how many modules are made from each example and form, and
// DESCEND_ORACLE_SEED where to begin.
func TestGenerated(t *testing.T) {
	program := need.Program(t, "mlir-opt-19")
	each, seed := 1, 0
	for name, n := range map[string]*int{"DESCEND_ORACLE": &each, "DESCEND_ORACLE_SEED": &seed} {
		if s := os.Getenv(name); s != "" {
			v, err := strconv.Atoi(s)
			if err != nil {
				t.Fatal(err)
			}
			*n = v
		}
	}
	var list []generated
	for _, d := range dialects.Standard() {
		if !slices.Contains(upstreamDialects, d.Name) {
			continue
		}
		for _, e := range d.Ops {
			m := parse(t, e.Def.Name, e.Def.Example)
			h := fnv.New64()
			h.Write([]byte(e.Def.Name)) // what one operation gets does not depend on others
			g := &modules{r: rand.New(rand.NewPCG(uint64(seed), h.Sum64()))}
			for range each {
				list = append(list, generated{e.Def.Name, g.change(ir.Print(m, ir.PrintOptions{Generic: true}))},
					generated{e.Def.Name, g.change(ir.Print(m, ir.PrintOptions{}))})
			}
		}
	}
	compareGenerated(t, program, list)
}

// generated is a module, and the operation that it is an example of.
type generated struct{ op, src string }

// compareGenerated reports modules of which mlir-opt says something else.
func compareGenerated(t *testing.T, program string, list []generated) {
	srcs := make([]string, len(list))
	for i, m := range list {
		srcs[i] = m.src
	}
	theirs := make([]string, 0, len(list))
	const batch = 500
	for i := 0; i < len(list); i += batch {
		theirs = append(theirs, verdictsOf(t, program, srcs[i:min(i+batch, len(list))])...)
	}
	same, valid, crashes, listed := 0, 0, 0, 0
	shown := map[string]int{}
	for i, m := range list {
		ours, want := verdict(m.src), theirs[i]
		if strings.HasPrefix(ours, "error: ") {
			ours, _, _ = strings.Cut(ours, "\n")
		}
		switch {
		case want == crashed:
			crashes++
		case ours == want:
			same++
			if !strings.HasPrefix(want, "error: ") {
				valid++
			}
		case excuse(ours, want) != "":
			listed++
		default:
			kind := kindOf(ours, want)
			shown[kind+" "+m.op]++
			if shown[kind+" "+m.op] <= 2 {
				t.Errorf("%s, %s:\n%s\nis here\n%s\nmlir-opt-19 says\n%s", m.op, kind, m.src, ours, want)
			}
		}
	}
	var counts []string
	for k, n := range shown {
		counts = append(counts, fmt.Sprintf("%d %s", n, k))
	}
	sort.Strings(counts)
	t.Logf("%d modules: %d alike (%d of them valid), %d listed differences, mlir-opt-19 dies of %d, others: %s",
		len(list), same, valid, listed, crashes, strings.Join(counts, ", "))
}

// kindOf says in which way two verdicts differ.
func kindOf(ours, theirs string) string {
	a, b := strings.HasPrefix(ours, "error: "), strings.HasPrefix(theirs, "error: ")
	switch {
	case !a && b:
		return "ACCEPTED"
	case a && !b:
		return "REFUSED"
	case a:
		return "message"
	}
	return "text"
}

// crashed is the verdict of modules that mlir-opt does not survive.
const crashed = "mlir-opt dies"

// verdictsOf runs mlir-opt on the modules, in halves where it dies.
func verdictsOf(t *testing.T, program string, srcs []string) []string {
	var src strings.Builder
	lines := map[int]int{}
	line := 1
	for i, s := range srcs {
		if i > 0 {
			src.WriteString("// -----\n")
			line++
		}
		lines[max(line-1, 1)] = i // a chunk is said to begin at the end of the marker before it
		src.WriteString(s)
		line += strings.Count(s, "\n")
	}
	cmd := exec.Command(program, "--split-input-file")
	cmd.Stdin = strings.NewReader(src.String())
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if status, ok := err.(*exec.ExitError); ok && status.ExitCode() != 1 {
		if len(srcs) == 1 {
			return []string{crashed}
		}
		half := len(srcs) / 2
		return append(verdictsOf(t, program, srcs[:half]), verdictsOf(t, program, srcs[half:])...)
	}
	out := strings.Split(stdout.String(), "// -----\n")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	seen := map[int]bool{}
	for _, m := range upstreamError.FindAllStringSubmatch(stderr.String(), -1) {
		at, _ := strconv.Atoi(m[1])
		i, ok := lines[at]
		if !ok {
			t.Fatalf("no module begins at line %d", at)
		}
		if !seen[i] {
			seen[i] = true
			out[i] = strings.ReplaceAll(m[2], "\x00", "") // "operand type" of one operand ends with one
		}
	}
	return out
}

// modules makes modules.
type modules struct{ r *rand.Rand }

func (g *modules) pick(list []string) string { return list[g.r.IntN(len(list))] }

// What stands in place of something else.
var (
	otherTypes = []string{"i1", "i8", "i32", "i64", "index", "f16", "f32", "f64", "bf16", "si8", "vector<4xf32>", "vector<4xi32>", "vector<4x2xf16>",
		"vector<[4]xi32>", "tensor<4xf32>", "tensor<?xi32>", "tensor<*xf32>", "memref<4xf32>", "memref<?xf32>", "memref<4x4xf32>", "memref<*xf32>", "memref<4xi32, 3>",
		"memref<?xf32, strided<[?], offset: ?>>", "memref<f32>", "memref<16x16xf16, 3>", "complex<f32>", "none", "(i32) -> i32", "tuple<i32>",
		"!gpu.async.token", "!nvgpu.device.async.token", "memref<4x?xf32, #gpu.address_space<workgroup>>", "memref<8xf32, affine_map<(d0)[s0] -> (d0 + s0)>>"}
	otherAttrs = []string{"1 : i32", "0 : index", "true", "2 : i64", "\"s\"", "unit", "f32", "[1, 2]", "[]", "array<i32: 1, 1>", "array<i64: 0, 2>",
		"dense<1> : tensor<4xi32>", "1.0 : f32", "@x", "affine_map<(d0) -> (d0)>", "{a = 1}", "#gpu<dim x>", "#arith.fastmath<fast>"}
	otherNumbers = []string{"0", "1", "2", "3", "4", "7", "8", "16", "32", "-1", "64", "4294967296"}
	typeText     = regexp.MustCompile(`\b(i1|i8|i16|i32|i64|index|f16|f32|f64)\b|(vector|tensor|memref)<[^<>]*(<[^<>]*>[^<>]*)*>`)
	numberText   = regexp.MustCompile(`(^|[ \[(<])(\d+)([\],:) >]|$)`)
	attrText     = regexp.MustCompile(`([a-zA-Z_]+) = ([^,{}<>\[\]]+)`)
	operandText  = regexp.MustCompile(`%[a-z0-9_#]+`)
)

// change makes one or two changes in a text.
func (g *modules) change(src string) string {
	for range 1 + g.r.IntN(4)/3 {
		if out := g.once(src); out != "" {
			src = out
		}
	}
	return strings.TrimRight(src, "\n") + "\n"
}

func (g *modules) once(src string) string {
	switch g.r.IntN(10) {
	case 0, 1: // a type everywhere
		if old := g.find(typeText, src); old != nil {
			return strings.ReplaceAll(src, src[old[0]:old[1]], g.pick(otherTypes))
		}
	case 2: // a type at one place
		return g.replace(src, g.find(typeText, src), g.pick(otherTypes))
	case 3, 4:
		if at := numberText.FindAllStringSubmatchIndex(src, -1); len(at) > 0 {
			m := at[g.r.IntN(len(at))]
			return src[:m[4]] + g.pick(otherNumbers) + src[m[5]:]
		}
	case 5:
		if at := attrText.FindAllStringSubmatchIndex(src, -1); len(at) > 0 {
			m := at[g.r.IntN(len(at))]
			return src[:m[4]] + g.pick(otherAttrs) + src[m[5]:]
		}
	case 6: // another value
		if names := operandText.FindAllString(src, -1); len(names) > 0 {
			return g.replace(src, g.find(operandText, src), g.pick(names))
		}
	case 7: // an attribute less
		if at := regexp.MustCompile(`[a-zA-Z_]+ = [^,{}<>\[\]]+(, )?`).FindAllStringIndex(src, -1); len(at) > 0 {
			return g.replace(src, at[g.r.IntN(len(at))], "")
		}
	case 8: // an operand less, with the comma
		if at := regexp.MustCompile(`%[a-z0-9_#]+, |, %[a-z0-9_#]+`).FindAllStringIndex(src, -1); len(at) > 0 {
			return g.replace(src, at[g.r.IntN(len(at))], "")
		}
	case 9: // a line less, or twice
		lines := strings.SplitAfter(src, "\n")
		i := g.r.IntN(len(lines))
		if g.r.IntN(2) == 0 {
			return strings.Join(slices.Delete(lines, i, i+1), "")
		}
		return strings.Join(slices.Insert(lines, i, lines[i]), "")
	}
	return ""
}

func (g *modules) find(what *regexp.Regexp, src string) []int {
	all := what.FindAllStringIndex(src, -1)
	if len(all) == 0 {
		return nil
	}
	return all[g.r.IntN(len(all))]
}

func (g *modules) replace(src string, at []int, by string) string {
	if at == nil {
		return ""
	}
	return src[:at[0]] + by + src[at[1]:]
}

// excuses are the differences that stay, by what both say, with the reason.
var excuses = []struct {
	ours, theirs, reason string
}{
	{"^error: 'gpu.func' op expected (at least|memref)", "", "mlir-opt takes the number of attributions modulo 2^32"},
	{"^error: '[a-z.]*' op operand count", "^error: 'gpu.launch_func' op", "mlir-opt reads past the end of the operands"},
	{"writes matrices of two dimensions", "does not have same size as results", "mlir-opt reads past the end of a shape"},
	{"", "^error: region entry argument '.*' is already in use$", "isolated operations have names of their own in custom form too"},
	{"^error: integer constant out of range for type$", "^error: integer constant out of range$", "one message for elements of arrays and of tensors"},
	{"^error: 'arith.bitcast' op operand #0 must be", "", "memory is not bitcast: no backend has that"},
	{"", "^error: \"llvm[.][a-z]*\" attribute attached to", "attributes of llvm on arguments are not checked"},
	{"^error: use of undeclared SSA value name$", "^error: ", "of two errors mlir-opt reports the other first"},
	{"^error: ", "^error: (use of undeclared SSA value name$|definition of SSA value)", "of two errors mlir-opt reports the other first"},
	{"^error: block with no terminator", "^error: '", "of two errors mlir-opt reports the other first"},
	{"^error: unregistered operation '.*<", "^error: ", "of two errors mlir-opt reports the other first"},
	{"^error: use of value '.*' expects different type", "^error: ", "of two errors mlir-opt reports the other first"},
	{"", "^error: invalid memref element type$", "memrefs have elements of all types of dialects"},
}

// excuse is the reason of a difference, "" if there is none.
func excuse(ours, theirs string) string {
	for _, e := range excuses {
		if regexp.MustCompile(e.ours).MatchString(ours) && regexp.MustCompile(e.theirs).MatchString(theirs) {
			return e.reason
		}
	}
	return ""
}

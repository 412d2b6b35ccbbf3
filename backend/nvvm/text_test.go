package nvvm_test

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/harness"
	"descend/backend/nvvm"
	"descend/backend/sim/simtest"
	"descend/ir/need"
)

// TestText checks the emitted text and the PTX made of it against the comments of testdata/text: TEXT and PTX
// lines occur in this order, -ANY lines anywhere, -NOT lines nowhere.
func TestText(t *testing.T) {
	files, _ := filepath.Glob("testdata/text/*.mlir")
	if len(files) == 0 {
		t.Fatal("no files")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			_, out := emit(t, &simtest.Case{Name: file, Source: string(src)})
			verify(t, out.Text)
			match(t, "TEXT", string(src), string(out.Text))
			match(t, "PTX", string(src), string(compile(t, out, "sm_60", 3).PTX))
		})
	}
}

func match(t *testing.T, kind, src, text string) {
	t.Helper()
	rest := text
	for _, l := range strings.Split(src, "\n") {
		if want, ok := strings.CutPrefix(l, "// "+kind+": "); ok {
			_, after, found := strings.Cut(rest, want)
			if !found {
				t.Errorf("%s: %q is not there behind what came before", kind, want)
				continue
			}
			rest = after
		}
		if want, ok := strings.CutPrefix(l, "// "+kind+"-ANY: "); ok && !strings.Contains(text, want) {
			t.Errorf("%s: %q is not there", kind, want)
		}
		if not, ok := strings.CutPrefix(l, "// "+kind+"-NOT: "); ok && strings.Contains(text, not) {
			t.Errorf("%s: %q is there", kind, not)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

// TestFault runs a kernel whose check of an index fails and reads the record that it leaves.
func TestFault(t *testing.T) {
	const src = `gpu.module @kernels {
  gpu.func @check(%a: memref<8xi32>) kernel {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %p = arith.muli %b, %c4 : index
    %i = arith.addi %p, %t : index
    %bad = arith.cmpi uge, %i, %c6 : index
    scf.if %bad {
      "llvm.intr.trap"() : () -> ()
    } {descend.check = "index", descend.text = "o[i]", descend.file = "f.desc", descend.line = 33 : i32, descend.column = 9 : i32}
    %c1 = arith.constant 1 : i32
    memref.store %c1, %a[%i] : memref<8xi32>
    gpu.return
  }
}`
	_, out := emit(t, &simtest.Case{Name: "fault", Source: src})
	if !out.Faults || len(out.Files) != 1 || out.Files[0] != "f.desc" || len(out.Checks) != 1 || out.Checks[0].StringAttr("descend.text") != "o[i]" {
		t.Fatalf("faults %v, files %q, checks %v", out.Faults, out.Files, out.Checks)
	}
	verify(t, out.Text)
	compile(t, out, "sm_60", 3)
	for _, level := range []int{0, 3} {
		p, err := harness.Build(out.Text, level)
		need.Found(t, err)
		if err != nil {
			t.Fatal(err)
		}
		err = p.Launch("check", [3]int{2, 1, 1}, [3]int{4, 1, 1}, 0, []harness.Arg{harness.Buffer(make([]byte, 32))})
		p.Close()
		fault := (*harness.Fault)(nil)
		if !errors.As(err, &fault) || fault.Kind != "trap" {
			t.Fatalf("-O%d: %v", level, err)
		}
		var words []uint32
		for i := 0; i < 40; i += 4 {
			words = append(words, binary.LittleEndian.Uint32(fault.Record[i:]))
		}
		want := []uint32{1, 1, 33, 1, 0, 0, 2, 0, 0, 1}
		for i, w := range want {
			if words[i] != w {
				t.Errorf("-O%d: record %v, want %v", level, words, want)
				break
			}
		}
		index, bound := binary.LittleEndian.Uint64(fault.Record[40:]), binary.LittleEndian.Uint64(fault.Record[48:])
		if index != 6 || bound != 6 {
			t.Errorf("-O%d: index %d, bound %d", level, index, bound)
		}
	}
}

// TestTwoOfOneName refuses two kernels with one entry.
func TestTwoOfOneName(t *testing.T) {
	const k = "gpu.func @k() kernel {\n gpu.return\n }\n"
	m := (&simtest.Case{Name: "u", Source: "gpu.module @a {\n" + k + "}\ngpu.module @b {\n" + k + "}\n"}).Module(t)
	if _, err := nvvm.Emit(m, nvvm.Options{}); err == nil || !strings.Contains(err.Error(), "two kernels are named k") {
		t.Error(err)
	}
}

// TestUnsupported checks that what cannot be translated is an error with a place.
func TestUnsupported(t *testing.T) {
	for name, body := range map[string]string{
		"a buffer in one of two address spaces":   "%c = arith.constant true\n %p = memref.alloca() : memref<1xi32>\n %s = scf.if %c -> (memref<1xi32>) {\n scf.yield %p : memref<1xi32>\n } else {\n scf.yield %a : memref<1xi32>\n }",
		"values of type i128 are not":             "%c = arith.constant 1 : i128",
		"values of type bf16 are not":             "%c = arith.constant 1.0 : bf16",
		"shuffles in groups of other than 32":     "%c = arith.constant 16 : i32\n %r, %ok = gpu.shuffle xor %c, %c, %c : i32",
		"needs a constant size":                   "%n = gpu.thread_id x\n %p = memref.alloca(%n) : memref<?xi32, #gpu.address_space<private>>",
		"branches between blocks are not support": "cf.br ^bb1\n ^bb1:",
	} {
		src := "gpu.module @kernels {\n gpu.func @k(%a: memref<1xi32>) kernel {\n " + body + "\n gpu.return\n }\n}\n"
		m := (&simtest.Case{Name: "u", Source: src}).Module(t)
		_, err := nvvm.Emit(m, nvvm.Options{})
		if u := (*nvvm.UnsupportedError)(nil); !errors.As(err, &u) || !strings.Contains(err.Error(), name) || !strings.HasPrefix(err.Error(), "u:") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

//go:build unix

package ir

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// megabyte repeats f(i) up to a text of about a megabyte.
func megabyte(f func(i int) string) string {
	var b strings.Builder
	for i := 0; b.Len() < 1<<20; i++ {
		b.WriteString(f(i))
	}
	return b.String()
}

// chain is a text of definitions, each of the one before.
func chain(first string, f func(i int) string) string {
	return first + "\n" + megabyte(func(i int) string { return f(i+1) + "\n" })
}

// bombs are inputs of a megabyte that are small as text and would be large in memory, or take long, if they were
// taken at their word.
var bombs = map[string]func() string{
	"doubled attribute aliases": func() string {
		return chain("#a0 = [1, 2]", func(i int) string { return fmt.Sprintf("#a%d = [#a%d, #a%d]", i, i-1, i-1) })
	},
	"doubled type aliases": func() string {
		return chain("!a0 = tuple<i1, i2>", func(i int) string { return fmt.Sprintf("!a%d = tuple<!a%d, !a%d>", i, i-1, i-1) })
	},
	"doubled aliases in dialect bodies": func() string {
		return chain("#a0 = #llvm.x<1>", func(i int) string { return fmt.Sprintf("#a%d = #llvm.x<#a%d, #a%d>", i, i-1, i-1) })
	},
	"doubled locations": func() string {
		return chain(`#a0 = loc("a")`, func(i int) string { return fmt.Sprintf("#a%d = loc(callsite(#a%d at #a%d))", i, i-1, i-1) })
	},
	"growing fused locations": func() string {
		return chain(`#a0 = loc("a")`, func(i int) string { return fmt.Sprintf(`#a%d = loc(fused[#a%d, "%d"])`, i, i-1, i) })
	},
	"one long alias many times": func() string {
		return "#a = [" + strings.Repeat("1, ", 1<<17) + "1]\n" + megabyte(func(i int) string { return `"x"() {a = #a} : () -> ()` + "\n" })
	},
	"many forward references to high result numbers": func() string {
		return megabyte(func(i int) string { return fmt.Sprintf("\"x\"(%%v%d#1048575) : (i32) -> ()\n", i) })
	},
	"many results": func() string {
		return `"x"() : () -> (` + megabyte(func(i int) string { return "i32, " }) + "i32)"
	},
	"ladder of blocks": func() string {
		return "\"x\"() ({\n" + megabyte(func(i int) string { return fmt.Sprintf("^b%d:\n\"x\"()[^b%d, ^z] : () -> ()\n", i, i+1) }) + "^z:\n\"x\"() : () -> ()\n}) : () -> ()"
	},
	"huge splats": func() string {
		return megabyte(func(i int) string {
			return fmt.Sprintf("\"x\"() {a = dense<%d> : tensor<1000000x1000000x%dxi32>} : () -> ()\n", i, i+1)
		})
	},
	"huge shapes": func() string {
		return megabyte(func(i int) string {
			return fmt.Sprintf("\"x\"() : () -> vector<%dx9223372036854775807x%dxi16777215>\n", i+1, i+1)
		})
	},
	"many symbols": func() string {
		return megabyte(func(i int) string { return fmt.Sprintf("\"x\"() {sym_name = \"s%d\", a = @s%d} : () -> ()\n", i, i+1) })
	},
	"long strings": func() string { return `"x"() {a = "` + megabyte(func(int) string { return `\00` }) + `"} : () -> ()` },
	"long symbol":  func() string { return `"x"() {a = @"` + megabyte(func(int) string { return `\00` }) + `"} : () -> ()` },
}

// TestMemory reads, verifies and prints inputs of a megabyte in a process of its own, in all forms; none may need
// more than a gigabyte, and all must end, with or without an error that names a place.
func TestMemory(t *testing.T) {
	if name := os.Getenv("IR_BOMB"); name != "" {
		var diags Diagnostics
		m := ParseModule(unregistered(), "bomb", []byte(bombs[name]()), &diags)
		if m != nil && Verify(m, &diags) {
			for _, opts := range []PrintOptions{{Generic: true}, {Generic: true, DebugInfo: true}, {}} {
				if err := Fprint(io.Discard, m, opts); err != nil {
					t.Error(err)
				}
			}
		}
		for _, d := range diags.Sorted() {
			if RangeOf(d.Loc).Line == 0 {
				t.Errorf("no place: %s", d)
			}
		}
		return
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name := range bombs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(exe, "-test.run=^TestMemory$", "-test.timeout=60s")
			cmd.Env = append(os.Environ(), "IR_BOMB="+name)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%.2000s", err, out)
			}
			if mib := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10; mib > 1000 {
				t.Errorf("needs %d MiB", mib)
			}
		})
	}
}

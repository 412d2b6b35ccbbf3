// Package book makes the parts of the book (docs/book) that follow from the compiler: the pictures of views, from what a program reads
// through them, and the index, from the tables of the compiler.
package book

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"descend/backend/npy"
	"descend/tools/driver"
	"descend/tools/index"
)

// colouring says what elements of one colour have in common.
type colouring int

const (
	byPart   colouring = iota // the part of the result that they are in: its first index
	bySource                  // the part of the array that they are in, of a flat array each is one
)

// A Picture shows the elements of an array, and in which order a view has them.
type Picture struct {
	View   string  // its name, which is that of the file too
	Shape  []int   // of the array
	Shows  []shown // the view, or its parts
	colour colouring
}

// shown is a chain of views behind x, and the shape that it gives.
type shown struct {
	Chain string
	Shape []int
	pads  bool // elements may not be there
}

// Pictures are those of all views of the language, in the order of the chapter. A test holds that none is missing.
func Pictures() []Picture {
	one := func(view string, from, to []int, colour colouring) Picture {
		chain := index.Example(view)
		pads := strings.Contains(chain, "_up") || strings.Contains(chain, "pad") || strings.Contains(chain, "shift")
		return Picture{view, from, []shown{{chain, to, pads}}, colour}
	}
	d := func(sizes ...int) []int { return sizes }
	return []Picture{
		one("group", d(12), d(3, 4), byPart),
		one("group_up", d(10), d(3, 4), byPart),
		one("strided", d(12), d(3, 4), byPart),
		{"split", d(10), []shown{{"split::<4>.fst", d(4), false}, {"split::<4>.snd", d(6), false}}, bySource},
		one("fst", d(10), d(4), bySource),
		one("snd", d(10), d(6), bySource),
		one("take_left", d(10), d(4), bySource),
		one("take_right", d(10), d(6), bySource),
		one("range", d(10), d(5), bySource),
		one("reverse", d(10), d(10), bySource),
		one("identity", d(10), d(10), bySource),
		one("join", d(3, 4), d(12), bySource),
		one("transpose", d(3, 4), d(4, 3), bySource),
		one("map", d(3, 4), d(3, 4), bySource),
		one("index", d(3, 4), d(3), bySource),
		one("tile", d(4, 6), d(2, 2, 2, 3), byPart),
		one("group_by_tile", d(4, 6), d(2, 2, 2, 3), byPart),
		one("tile_up", d(3, 5), d(2, 2, 2, 3), byPart),
		one("group_by_row", d(4, 4), d(2, 4, 2), byPart),
		one("join_row", d(2, 2, 3), d(2, 6), bySource),
		one("swizzle", d(4, 4), d(4, 4), bySource),
		one("pad", d(6), d(9), bySource),
		one("pad_up", d(6), d(8), bySource),
		one("shift", d(6), d(9), bySource),
		one("window", d(6), d(4, 3), bySource),
		one("repeat", d(5), d(3, 5), bySource),
		one("permute", d(8), d(8), bySource),
	}
}

// arrayType is the type of an array of i32 of a shape, viewType that of a view.
func arrayType(shape []int) string {
	t := "i32"
	for i := len(shape) - 1; i >= 0; i-- {
		t = fmt.Sprintf("[%s; %d]", t, shape[i])
	}
	return t
}

func viewType(shape []int, pads bool) string {
	t := "i32"
	if pads {
		t = "?i32"
	}
	for i := len(shape) - 1; i >= 0; i-- {
		t = fmt.Sprintf("[[%s; %d]]", t, shape[i])
	}
	return t
}

// program reads every element of what is shown of an array, into out; one that is not there is -1. The compiler holds the view to its shape.
func program(shape []int, s shown) string {
	at, loops, ends, otherwise := "", "", "", ""
	for i, n := range s.Shape {
		at += fmt.Sprintf("[i%d]", i)
		loops += fmt.Sprintf("for i%d in 0..%d { ", i, n)
		ends += " }"
	}
	if s.pads {
		otherwise = " else -1"
	}
	if strings.HasPrefix(s.Chain, "permute") { // the CPU follows none
		n := shape[0]
		return fmt.Sprintf(`
fn take(x: & gpu.global [i32; %[1]d], p: Permutation<%[1]d>, out: &uniq gpu.global [i32; %[1]d]) -[grid: gpu.grid<X<1>, X<%[1]d>>]-> () {
  sched block in grid { sched t in block { out.group::<%[1]d>[[block]][[t]] = x.permute(&p).group::<%[1]d>[[block]][[t]] } }
}
fn main(x: & cpu.mem [i32; %[1]d], out: &uniq cpu.mem [i32; %[1]d]) -[t: cpu.thread]-> () {
  let d = GpuGlobal::copy(x);
  let mut o = GpuGlobal::zeros::<[i32; %[1]d]>();
  let mut indices = GpuGlobal::copy(&[3u32, 0, 6, 1, 7, 5, 2, 4]);
  take::<<<_, _>>>(&*d, permutation(&uniq indices), &uniq *o);
  copy_mem(out, &o)
}`, n)
	}
	return fmt.Sprintf(`
fn take(v: & cpu.mem %s, out: &uniq cpu.mem %s) -[t: cpu.thread]-> () { %sout%s = v%s%s%s }
fn main(x: & cpu.mem %s, out: &uniq cpu.mem %s) -[t: cpu.thread]-> () { take(&x.%s, out) }
`, viewType(s.Shape, s.pads), arrayType(s.Shape), loops, at, at, otherwise, ends, arrayType(shape), arrayType(s.Shape), s.Chain)
}

// elements are the numbers of the elements that the view has, in its order; -1 is one that is not there.
func elements(dir string, shape []int, s shown) ([]int, error) {
	file, result := filepath.Join(dir, "view.desc"), filepath.Join(dir, "out.npy")
	if err := os.WriteFile(file, []byte(program(shape, s)), 0o666); err != nil {
		return nil, err
	}
	var messages bytes.Buffer
	args := []string{"run", file, "--arg", "x=iota", "--arg", "out=zeros", "--out", "out=" + result}
	if driver.Main(args, strings.NewReader(""), &messages, &messages) != 0 {
		return nil, fmt.Errorf("%s: %s", s.Chain, &messages)
	}
	a, err := npy.Read(result)
	if err != nil {
		return nil, err
	}
	list := make([]int, 0, product(s.Shape))
	for i := 0; i < len(a.Data); i += 4 {
		list = append(list, int(int32(binary.LittleEndian.Uint32(a.Data[i:]))))
	}
	return list, nil
}

func product(shape []int) int {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return n
}

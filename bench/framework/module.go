package main

import (
	"bytes"
	"fmt"
)

// module is a module in generic form of about n operations of func, arith, scf and memref: functions of a
// hundred operations with nested loops and conditions, some constants and expressions twice.
func module(n int) []byte {
	var b bytes.Buffer
	b.WriteString("\"builtin.module\"() ({\n")
	for f := 0; f*functionOps < n; f++ {
		function(&b, f)
	}
	b.WriteString("}) : () -> ()\n")
	return b.Bytes()
}

// functionOps is the number of operations of a function.
const functionOps = 100

// writer writes the operations of one function with running value numbers.
type writer struct {
	*bytes.Buffer
	next int
	pad  string
}

// op writes an operation with one result and returns its name.
func (w *writer) op(format string, args ...any) string {
	name := fmt.Sprintf("%%%d", w.next)
	w.next++
	w.WriteString(w.pad + name + " = ")
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
	return name
}

func (w *writer) index(v int) string {
	return w.op(`"arith.constant"() <{value = %d : index}> : () -> index`, v)
}

func (w *writer) int(name, a, b string) string {
	if name == "xori" {
		return w.op(`"arith.xori"(%s, %s) : (i32, i32) -> i32`, a, b)
	}
	return w.op(`"arith.%s"(%s, %s) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32`, name, a, b)
}

func (w *writer) float(name, a, b string) string {
	return w.op(`"arith.%s"(%s, %s) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32`, name, a, b)
}

func (w *writer) load(m, i string) string {
	return w.op(`"memref.load"(%s, %s) : (memref<?xf32>, index) -> f32`, m, i)
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(w, w.pad+format+"\n", args...)
}

// function writes function number f: 28 operations, a loop of 31 with a condition inside, 41 more.
func function(b *bytes.Buffer, f int) {
	w := &writer{Buffer: b, pad: "    "}
	fmt.Fprintf(b, "  \"func.func\"() <{function_type = (memref<?xf32>, memref<?xf32>, i32, index) -> i32, sym_name = \"f%d\"}> ({\n"+
		"  ^bb0(%%m: memref<?xf32>, %%o: memref<?xf32>, %%x: i32, %%n: index):\n", f)
	zero, one := w.index(0), w.index(1)
	acc := "%x"
	for i := range 12 {
		c := w.op(`"arith.constant"() <{value = %d : i32}> : () -> i32`, (f+i)%9)
		acc = w.int([]string{"addi", "muli", "subi"}[i%3], acc, c)
	}
	scale := w.op(`"arith.constant"() <{value = 1.500000e+00 : f32}> : () -> f32`)
	w.line(`"scf.for"(%s, %%n, %s) ({`, zero, one)
	w.line(`^bb0(%%i: index):`)
	w.pad += "  "
	v := w.load("%m", "%i")
	for i := range 8 {
		k := w.index(i % 4)
		j := w.op(`"arith.addi"(%%i, %s) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index`, k)
		v = w.float([]string{"addf", "mulf"}[i%2], v, w.load("%m", j))
	}
	c := w.op(`"arith.cmpf"(%s, %s) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1`, v, scale)
	w.line(`"scf.if"(%s) ({`, c)
	w.pad += "  "
	for range 8 {
		v = w.float("mulf", v, scale)
	}
	w.line(`"memref.store"(%s, %%o, %%i) : (f32, memref<?xf32>, index) -> ()`, v)
	w.line(`"scf.yield"() : () -> ()`)
	w.pad = w.pad[2:]
	w.line(`}, {`)
	w.line(`}) : (i1) -> ()`)
	w.line(`"scf.yield"() : () -> ()`)
	w.pad = w.pad[2:]
	w.line(`}) : (index, index, index) -> ()`)
	for i := range 23 {
		acc = w.int([]string{"addi", "xori", "muli"}[i%3], acc, "%x")
	}
	w.line(`"func.return"(%s) : (i32) -> ()`, acc)
	b.WriteString("  }) : () -> ()\n")
}

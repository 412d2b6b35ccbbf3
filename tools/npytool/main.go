// Command npytool makes and checks .npy files for scripts. It shares no code
// with the compiler, only the reader of the file format.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"descend/backend/npy"
)

const usage = `usage:
  npytool generate GENERATOR DTYPE SHAPE FILE   SHAPE is 64,32; GENERATOR one of zeros ones iota random[:SEED]
  npytool info FILE                             prints dtype and shape
  npytool same A B                              are they equal, bit for bit?
  npytool transposed A B                        is the matrix B the transposed A?
`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit status: 0 yes or done, 1 no, 2 wrong usage or files.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return 2
	}
	arity := map[string]int{"generate": 4, "info": 1, "same": 2, "transposed": 2}
	command, args := args[0], args[1:]
	if n, ok := arity[command]; !ok || n != len(args) {
		fmt.Fprint(stderr, usage)
		return 2
	}
	if command == "generate" {
		if err := generate(args[0], args[1], args[2], args[3]); err != nil {
			fmt.Fprintln(stderr, "npytool:", err)
			return 2
		}
		return 0
	}
	var arrays []npy.Array
	for _, path := range args {
		a, err := npy.Read(path)
		if err != nil {
			fmt.Fprintln(stderr, "npytool:", err)
			return 2
		}
		arrays = append(arrays, a)
	}
	var err error
	switch command {
	case "info":
		fmt.Fprintf(stdout, "%s: %s %s\n", args[0], arrays[0].DType, npy.ShapeString(arrays[0].Shape))
	case "same":
		err = same(arrays[0], arrays[1])
	case "transposed":
		err = transposed(arrays[0], arrays[1])
	}
	if err != nil {
		fmt.Fprintf(stdout, "%s: NO: %v\n", command, err)
		return 1
	}
	if command != "info" {
		fmt.Fprintf(stdout, "%s: yes, all %s elements\n", command, npy.ShapeString(arrays[1].Shape))
	}
	return 0
}

func generate(spec, dtype, extents, path string) error {
	var shape []int
	for s := range strings.SplitSeq(extents, ",") {
		if s == "" {
			continue
		}
		d, err := strconv.Atoi(s)
		if err != nil {
			return fmt.Errorf("%q in the shape is no number", s)
		}
		shape = append(shape, d)
	}
	a, err := npy.Generate(spec, dtype, shape)
	if err != nil {
		return err
	}
	return npy.Write(path, a)
}

func same(a, b npy.Array) error {
	if a.DType != b.DType || !slices.Equal(a.Shape, b.Shape) {
		return fmt.Errorf("%s %s and %s %s", a.DType, npy.ShapeString(a.Shape), b.DType, npy.ShapeString(b.Shape))
	}
	size, err := npy.ElemSize(a.DType)
	if err != nil {
		return err
	}
	for i := 0; i < len(a.Data); i += size {
		if !bytes.Equal(a.Data[i:i+size], b.Data[i:i+size]) {
			return fmt.Errorf("element %d differs", i/size)
		}
	}
	return nil
}

// transposed compares element by element, so that no other code for
// transposing is trusted.
func transposed(a, b npy.Array) error {
	if len(a.Shape) != 2 || len(b.Shape) != 2 {
		return fmt.Errorf("shapes %s and %s are not those of matrices", npy.ShapeString(a.Shape), npy.ShapeString(b.Shape))
	}
	rows, cols := a.Shape[0], a.Shape[1]
	if a.DType != b.DType || b.Shape[0] != cols || b.Shape[1] != rows {
		return fmt.Errorf("%s %s against %s %s", a.DType, npy.ShapeString(a.Shape), b.DType, npy.ShapeString(b.Shape))
	}
	size, err := npy.ElemSize(a.DType)
	if err != nil {
		return err
	}
	at := func(m npy.Array, i int) []byte { return m.Data[i*size : (i+1)*size] }
	for i := range rows {
		for j := range cols {
			if !bytes.Equal(at(a, i*cols+j), at(b, j*rows+i)) {
				return fmt.Errorf("element (%d, %d) of the result differs from (%d, %d) of the input", j, i, i, j)
			}
		}
	}
	return nil
}

package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"descend/ir/outfile"
	"descend/ir/room"
)

const magic = "\x93NUMPY"

// maxHeader bounds the header's length in bytes. NumPy itself refuses to
// parse more than 10,000 unless told otherwise.
const maxHeader = 1 << 20

// Read reads the array in the file at path. Every error names the file.
func Read(path string) (Array, error) {
	f, err := os.Open(path)
	if err != nil {
		return Array{}, fmt.Errorf("%s: %w", path, reason(err))
	}
	defer f.Close()
	size := int64(-1)
	if info, err := f.Stat(); err == nil {
		if info.IsDir() {
			return Array{}, fmt.Errorf("%s: is a folder", path)
		}
		if info.Mode().IsRegular() {
			size = info.Size()
		}
	}
	a, err := decode(f, size)
	if err != nil {
		return Array{}, fmt.Errorf("%s: %w", path, err)
	}
	return a, nil
}

// reason strips the operation and path from a file system error.
func reason(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}

// Decode reads one array from r, which must end where the array ends. Memory
// grows with what r holds, not with what its header claims.
func Decode(r io.Reader) (Array, error) { return decode(r, -1) }

// decode reads an array from r, which holds size bytes, or an unknown number
// if size is negative.
func decode(r io.Reader, size int64) (Array, error) {
	h, headerSize, err := readHeader(r)
	if err != nil {
		return Array{}, err
	}
	dtype, bigEndian, err := parseDescr(h.descr)
	if err != nil {
		return Array{}, err
	}
	want, err := NumBytes(dtype, h.shape)
	if err != nil {
		return Array{}, err
	}
	if h.fortran && !bothOrders(h.shape) {
		return Array{}, errors.New("the array is stored in Fortran order; save it with np.ascontiguousarray")
	}
	if size >= 0 {
		if err := checkLength(size-headerSize, want, dtype, h.shape); err != nil {
			return Array{}, err
		}
	}
	data, err := readData(r, want, size >= 0)
	if err != nil {
		return Array{}, err
	}
	if err := checkLength(int64(len(data)), want, dtype, h.shape); err != nil {
		return Array{}, err
	}
	elem, err := ElemSize(dtype)
	if err != nil {
		return Array{}, err
	}
	if bigEndian {
		if dtype == Complex64 || dtype == Complex128 {
			elem /= 2 // each part by itself
		}
		for i := 0; i < len(data); i += elem {
			slices.Reverse(data[i : i+elem])
		}
	}
	if dtype == "bool" {
		if i := bytes.IndexFunc(data, func(c rune) bool { return c > 1 }); i >= 0 {
			return Array{}, fmt.Errorf("element %d is the byte %d, which is no bool", i, data[i])
		}
	}
	return Array{DType: dtype, Shape: h.shape, Data: data}, nil
}

// readHeader reads up to the first data byte and returns how many bytes that
// were.
func readHeader(r io.Reader) (header, int64, error) {
	var start [8]byte
	if n, err := io.ReadFull(r, start[:]); err != nil {
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return header{}, 0, reason(err)
		}
		if n == 0 {
			return header{}, 0, errors.New("not a .npy file: it is empty")
		}
		if !strings.HasPrefix(magic, string(start[:min(n, 6)])) {
			return header{}, 0, errors.New("not a .npy file (wrong magic bytes)")
		}
		return header{}, 0, errors.New("truncated: it ends inside the header")
	}
	if string(start[:6]) != magic {
		if string(start[:2]) == "PK" {
			return header{}, 0, errors.New("not a .npy file (a zip archive, perhaps .npz: save one array with np.save)")
		}
		return header{}, 0, errors.New("not a .npy file (wrong magic bytes)")
	}
	width := 4
	switch start[6] {
	case 1:
		width = 2
	case 2, 3:
	default:
		return header{}, 0, fmt.Errorf(".npy format version %d.%d is not known (1 to 3 are)", start[6], start[7])
	}
	var length [4]byte
	if _, err := io.ReadFull(r, length[:width]); err != nil {
		return header{}, 0, errors.New("truncated: it ends inside the header")
	}
	n := binary.LittleEndian.Uint32(length[:])
	if n > maxHeader {
		return header{}, 0, fmt.Errorf("its header claims to be %d bytes long (at most %d are read)", n, maxHeader)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return header{}, 0, errors.New("truncated: it ends inside the header")
	}
	h, err := parseHeader(string(text))
	return h, int64(8+width) + int64(n), err
}

// readData reads want bytes and, to notice leftovers, at most one more. If
// the length of r is known to be right the buffer is made at once.
func readData(r io.Reader, want int, known bool) ([]byte, error) {
	if known {
		data, err := room.Make[byte](int64(want))
		if err != nil {
			return nil, err
		}
		n, err := io.ReadFull(r, data)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, reason(err)
		}
		return data[:n], nil
	}
	if err := room.Ask(2 * int64(want)); err != nil { // what is read grows by copies
		return nil, err
	}
	var buf bytes.Buffer
	if _, err := io.Copy(&buf, io.LimitReader(r, int64(want))); err != nil {
		return nil, reason(err)
	}
	if n, _ := io.CopyN(io.Discard, r, 1); n > 0 {
		return nil, fmt.Errorf("there are more bytes after the %d of the array", want)
	}
	return buf.Bytes(), nil
}

func checkLength(have int64, want int, dtype string, shape []int) error {
	switch {
	case have < int64(want):
		return fmt.Errorf("truncated: %s with shape %s needs %d data bytes, the file has %d", dtype, ShapeString(shape), want, have)
	case have > int64(want):
		return fmt.Errorf("%s with shape %s needs %d data bytes, the file has %d: too many", dtype, ShapeString(shape), want, have)
	}
	return nil
}

// bothOrders reports whether C and Fortran order are the same for the shape.
func bothOrders(shape []int) bool {
	large := 0
	for _, d := range shape {
		if d == 0 {
			return true
		}
		if d > 1 {
			large++
		}
	}
	return large <= 1
}

// Encode writes a as a version 1 file, the one every reader takes.
func Encode(w io.Writer, a Array) error {
	want, err := NumBytes(a.DType, a.Shape)
	if err != nil {
		return err
	}
	if len(a.Data) != want {
		return fmt.Errorf("an array of %s with shape %s needs %d data bytes, not %d", a.DType, ShapeString(a.Shape), want, len(a.Data))
	}
	if len(a.Shape) > maxDims {
		return fmt.Errorf("the shape has more than %d dimensions", maxDims)
	}
	descr, dtype := "", a.DType
	if dtype == BFloat16 {
		dtype = "u16"
	}
	for _, d := range dtypes {
		if d.name == dtype {
			order := "<"
			if d.size == 1 {
				order = "|"
			}
			descr = fmt.Sprintf("%s%c%d", order, d.kind, d.size)
		}
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, ShapeString(a.Shape))
	// The data starts at a multiple of 64 bytes; a newline ends the header.
	const before = len(magic) + 2 + 2
	pad := 63 - (before+len(text))%64
	text += strings.Repeat(" ", pad) + "\n"
	head := append([]byte(magic), 1, 0)
	head = binary.LittleEndian.AppendUint16(head, uint16(len(text)))
	head = append(head, text...)
	if _, err := w.Write(head); err != nil {
		return reason(err)
	}
	if _, err := w.Write(a.Data); err != nil {
		return reason(err)
	}
	return nil
}

// Write writes a to the file at path, which appears complete or not at all.
func Write(path string, a Array) error {
	if err := outfile.Write(path, func(w io.Writer) error { return Encode(w, a) }); err != nil {
		return fmt.Errorf("%s: cannot write: %w", path, err)
	}
	return nil
}

package ir

import (
	"encoding/binary"
	"math/big"
	"reflect"
)

// Types and attributes are interned by identity of their parts, not by their text, so that making a deeply
// nested one takes time in its own size only. A key is a string of bytes made by the functions below.

// internBytes is Intern with a key in a byte slice, which is copied only for a new value.
func internBytes[T any](c *Context, kind string, key []byte, make func() T) T {
	c.mu.RLock()
	v, ok := c.interned[internKey{kind, string(key)}]
	c.mu.RUnlock()
	if ok {
		return v.(T)
	}
	return Intern(c, kind, string(key), make)
}

// keyPart appends the identity of an interned type or attribute (nil too).
func keyPart(key []byte, x any) []byte {
	switch x.(type) {
	case nil:
		return append(key, 0)
	case *IndexType:
		return append(key, 1)
	case *NoneType:
		return append(key, 2)
	case *UnitAttr:
		return append(key, 3)
	case *UnknownLoc:
		return append(key, 4)
	}
	v := reflect.ValueOf(x)
	if v.Kind() == reflect.Pointer && v.Type().Elem().Size() > 0 {
		return binary.LittleEndian.AppendUint64(append(key, 5), uint64(v.Pointer()))
	}
	s := x.(interface{ String() string }).String()
	return append(append(keyInt(append(key, 6), int64(len(s))), s...), v.Type().String()...)
}

func keyInt(key []byte, n int64) []byte { return binary.AppendVarint(key, n) }

func keyString(key []byte, s string) []byte { return append(keyInt(key, int64(len(s))), s...) }

func keyBig(key []byte, v *big.Int) []byte {
	if v.IsInt64() {
		return keyInt(append(key, 0), v.Int64())
	}
	key = append(key, byte(1+v.Sign()+1))
	return append(key, v.Bytes()...)
}

func keyTypes(key []byte, ts []Type) []byte {
	key = keyInt(key, int64(len(ts)))
	for _, t := range ts {
		key = keyPart(key, t)
	}
	return key
}

func keyShape(key []byte, shape []int64) []byte {
	key = keyInt(key, int64(len(shape)))
	for _, n := range shape {
		key = keyInt(key, n)
	}
	return key
}

// fileLocKey identifies a place in a file.
type fileLocKey struct {
	file      string
	line, col int
}

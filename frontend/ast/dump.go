package ast

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
)

// Dump writes the structure of a tree without source positions, one node a line: two trees are equal
// when their dumps are.
func Dump(n Node) string {
	var b strings.Builder
	dump(&b, reflect.ValueOf(n), 0)
	return b.String()
}

func dump(b *strings.Builder, v reflect.Value, depth int) {
	for v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			b.WriteString("nil\n")
			return
		}
		if i, ok := v.Interface().(*big.Int); ok {
			b.WriteString(i.String() + "\n")
			return
		}
		v = v.Elem()
	}
	indent := strings.Repeat("  ", depth+1)
	switch v.Kind() {
	case reflect.Struct:
		b.WriteString(v.Type().Name() + "\n")
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if name == "Base" || name == "Source" || !v.Type().Field(i).IsExported() {
				continue
			}
			b.WriteString(indent + name + ": ")
			dump(b, v.Field(i), depth+1)
		}
	case reflect.Slice, reflect.Array:
		if v.Len() == 0 {
			b.WriteString("[]\n")
			return
		}
		b.WriteString("\n")
		for i := range v.Len() {
			b.WriteString(indent + "- ")
			dump(b, v.Index(i), depth+1)
		}
	case reflect.Interface:
		b.WriteString("nil\n")
	case reflect.Map: // the items that are public
		var names []string
		for _, k := range v.MapKeys() {
			if id := k.Interface().(Item).ItemName(); id != nil {
				names = append(names, id.Name)
			} else {
				names = append(names, "use")
			}
		}
		slices.Sort(names)
		fmt.Fprintf(b, "%v\n", names)
	default:
		fmt.Fprintf(b, "%v\n", v.Interface())
	}
}

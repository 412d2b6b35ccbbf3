package ast

import (
	"reflect"
	"sync"
)

// Inspect calls f for n and, where f returns true, for its children in source order.
func Inspect(n Node, f func(Node) bool) {
	w := walker{f: f}
	w.walk(n)
}

// walker keeps the parts of all nodes that it is in, those of the innermost last: no list is made for each node.
type walker struct {
	f     func(Node) bool
	parts []Node
}

func (w *walker) walk(n Node) {
	if !w.f(n) {
		return
	}
	start := len(w.parts)
	w.parts = appendChildren(w.parts, n)
	end := len(w.parts)
	for i := start; i < end; i++ {
		w.walk(w.parts[i])
	}
	w.parts = w.parts[:start]
}

// Children are the parts of a node, in source order. A generic argument that is a lone identifier has several readings, and
// only its name as a child.
func Children(n Node) []Node { return appendChildren(nil, n) }

func appendChildren(out []Node, n Node) []Node {
	switch n := n.(type) {
	case *Ident: // most nodes are names
		return out
	case *GenericArg:
		if id := n.Name(); id != nil {
			return append(out, id)
		}
	}
	start := len(out)
	v := reflect.ValueOf(n).Elem()
	for _, i := range nodeFields(v.Type()) {
		out = appendNodes(out, v.Field(i))
	}
	for i := start + 1; i < len(out); i++ { // all but a few are in order
		for j := i; j > start && out[j].Span().Start < out[j-1].Span().Start; j-- {
			out[j-1], out[j] = out[j], out[j-1]
		}
	}
	return out
}

// appendNodes adds the nodes that a field holds: one, none, or a list.
func appendNodes(out []Node, v reflect.Value) []Node {
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			out = appendNodes(out, v.Index(i))
		}
	default:
		if !v.IsNil() {
			out = append(out, v.Interface().(Node))
		}
	}
	return out
}

var (
	nodeType    = reflect.TypeFor[Node]()
	fieldsCache sync.Map // of types of nodes: their fields that hold nodes
)

// nodeFields are the numbers of the fields that hold nodes.
func nodeFields(t reflect.Type) []int {
	if known, ok := fieldsCache.Load(t); ok {
		return known.([]int)
	}
	var out []int
	for i := range t.NumField() {
		of := t.Field(i).Type
		for of.Kind() == reflect.Slice || of.Kind() == reflect.Array {
			of = of.Elem()
		}
		if of.Implements(nodeType) {
			out = append(out, i)
		}
	}
	fieldsCache.Store(t, out)
	return out
}

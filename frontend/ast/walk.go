package ast

import (
	"reflect"
	"sync"
)

// Inspect calls f for n and, where f returns true, for its children in source order.
func Inspect(n Node, f func(Node) bool) {
	if !f(n) {
		return
	}
	for _, c := range Children(n) {
		Inspect(c, f)
	}
}

// Children are the parts of a node, in source order. A generic argument that is a lone identifier has several readings, and
// only its name as a child.
func Children(n Node) []Node {
	if a, ok := n.(*GenericArg); ok {
		if id := a.Name(); id != nil {
			return []Node{id}
		}
	}
	v := reflect.ValueOf(n).Elem()
	var out []Node
	for _, i := range nodeFields(v.Type()) {
		out = appendNodes(out, v.Field(i))
	}
	for i := 1; i < len(out); i++ { // all but a few are in order
		for j := i; j > 0 && out[j].Span().Start < out[j-1].Span().Start; j-- {
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

package sema

import (
	"slices"
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
)

// This file knows which errors follow from syntax errors. What could not be read says nothing for sure: errors in it are not
// reported, and a name that is unknown is not if it may be declared there.

// isLost says whether an error at a range follows from a syntax error. A name that is missing is one.
func (fs *findings) isLost(s source.Span, slug string) bool {
	if slug == unknownName && s.Start == s.End {
		return true
	}
	if slug == unknownName && slices.ContainsFunc(fs.files, func(f *ast.File) bool { return f.Cut }) {
		return true
	}
	if fs.inLost(s) {
		return true
	}
	for _, f := range fs.files {
		for _, l := range f.Lost {
			if slug != unknownName || !mayDeclare(l, s.Text()) {
				continue
			}
			// what a lost head declares is for all items, and so is what stands between items
			it := itemAround(f, l.Range)
			if it == nil || l.Range.Start == it.Span().Start && l.Range != it.Span() || holds(it.Span(), s) {
				return true
			}
		}
	}
	return false
}

// inLost says whether a range is in what could not be read.
func (fs *findings) inLost(s source.Span) bool {
	for _, f := range fs.files {
		if slices.ContainsFunc(f.Lost, func(l ast.Lost) bool { return holds(l.Range, s) }) {
			return true
		}
	}
	return false
}

// hasLost says whether a part of an item or block is lost, or all of it.
func (fs *findings) hasLost(it ast.Node) bool {
	for _, f := range fs.files {
		for _, l := range f.Lost {
			if holds(it.Span(), l.Range) {
				return true
			}
		}
	}
	return false
}

// headLost says whether the head of an item has syntax errors, or what may be in it.
func (fs *findings) headLost(it ast.Item) bool {
	return slices.ContainsFunc(fs.files, func(f *ast.File) bool { return headLostIn(f, it) })
}

// headLostIn says that of the file of the item. One that begins where what is lost ends is not lost.
func headLostIn(f *ast.File, it ast.Item) bool {
	return slices.ContainsFunc(f.Lost, func(l ast.Lost) bool {
		return holds(l.Range, it.Span().Head()) && (it.Span().Start < l.Range.End || l.Range.Start == l.Range.End)
	})
}

// itemAround is the item that holds a range, or nil.
func itemAround(f *ast.File, s source.Span) ast.Item {
	for _, it := range f.Items {
		if holds(it.Span(), s) {
			return it
		}
	}
	return nil
}

func holds(outer, inner source.Span) bool {
	return inner.File == outer.File && outer.Start <= inner.Start && inner.End <= outer.End
}

// mayDeclare says whether a name may be declared in what is lost: it is there, or at the start of a word that ran into the next.
func mayDeclare(l ast.Lost, name string) bool {
	return slices.ContainsFunc(l.Names, func(n string) bool { return strings.HasPrefix(n, name) })
}

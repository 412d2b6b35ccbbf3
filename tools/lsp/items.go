package lsp

import (
	"fmt"
	"hash/maphash"
	"sort"
	"strconv"
	"strings"

	"descend/frontend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// This file follows places from one version of a file to the next. What stands in an item whose text is the same, and begins in the same
// column, is where it was, so many lines further up or down.

// items are those of a version of a file, in the order of the text.
type items struct {
	file  *source.File
	list  []item
	byKey map[string]int
}

type item struct {
	key        string // what it declares
	text       uint64 // a hash
	start, end int    // bytes
	line, col  int    // of the start
}

var textSeed = maphash.MakeSeed()

func itemsOf(f *source.File, tree *ast.File) *items {
	out := &items{file: source.NewFile(f.Name, f.Text), byKey: map[string]int{}}
	count := map[string]int{}
	for _, it := range tree.Items {
		s := it.Span()
		if n := len(out.list); n > 0 && s.Start < out.list[n-1].end {
			continue // beside errors
		}
		key := fmt.Sprintf("%T", it)
		if id := it.ItemName(); id != nil {
			key += id.Name
		} else {
			key += s.Text()
		}
		count[key]++
		key += "#" + strconv.Itoa(count[key])
		line, col := f.Position(s.Start)
		out.byKey[key] = len(out.list)
		out.list = append(out.list, item{key, maphash.String(textSeed, s.Text()), s.Start, s.End, line, col})
	}
	return out
}

// at is the number of the item that holds a range of bytes, -1 if there is none.
func (t *items) at(start, end int) int {
	i := sort.Search(len(t.list), func(i int) bool { return t.list[i].end >= end })
	if i == len(t.list) || t.list[i].start > start {
		return -1
	}
	return i
}

// itemsNamed are the items of the version of a file that a location names; nil if they are not known any more.
func (s *server) itemsNamed(name string) *items {
	key, number, _ := strings.Cut(name, frontend.VersionMark)
	n, err := strconv.Atoi(number)
	if v := s.files[key]; v != nil && err == nil {
		return v.items[n]
	}
	return nil
}

// maxVersions bounds the versions of a file whose items are kept.
const maxVersions = 2 * maxRuns

// keepItems remembers the items of the files of a unit.
func (u *unit) keepItems() {
	for _, tree := range u.Files {
		key, number, ok := strings.Cut(tree.Source.Name, frontend.VersionMark)
		n, err := strconv.Atoi(number)
		v := u.s.files[key]
		if !ok || err != nil || v == nil || v.items[n] != nil {
			continue
		}
		v.items[n] = itemsOf(tree.Source, tree)
		delete(v.items, n-maxVersions)
	}
}

// now is the location, in the files of the unit, of what was at a location of an older version; false if it is not known where that is.
func (u *unit) now(l ir.Location) (ir.Location, bool) {
	r := ir.RangeOf(l)
	path, _, versioned := strings.Cut(r.File, frontend.VersionMark)
	if !r.Known() || !versioned || u.files[r.File] != nil {
		return l, true
	}
	old, cur := u.s.itemsNamed(r.File), (*items)(nil)
	for name := range u.files {
		if pathOf(name) == path {
			cur = u.s.itemsNamed(name)
		}
	}
	if old == nil || cur == nil {
		return l, false
	}
	start := old.file.Offset(r.Line, r.Col)
	end := start
	if r.EndLine > 0 {
		end = old.file.Offset(r.EndLine, r.EndCol)
	}
	i := old.at(start, end)
	if i < 0 {
		return l, false
	}
	from := old.list[i]
	j, ok := cur.byKey[from.key]
	if !ok || cur.list[j].text != from.text || cur.list[j].col != from.col {
		return l, false
	}
	by := cur.list[j].line - from.line
	if r.EndLine == 0 {
		return u.ctx.FileLoc(cur.file.Name, r.Line+by, r.Col), true
	}
	return u.ctx.RangeLoc(cur.file.Name, r.Line+by, r.Col, r.EndLine+by, r.EndCol), true
}

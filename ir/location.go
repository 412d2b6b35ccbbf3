package ir

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Location says where an operation comes from. Locations are attributes and are uniqued like them.
type Location interface {
	Attribute
	isLocation()
}

type (
	// UnknownLoc is loc(unknown).
	UnknownLoc struct{ AttrBase }
	// FileLineColLoc is loc("file":line:col); line and column count from 1, in bytes.
	FileLineColLoc struct {
		AttrBase
		File      string
		Line, Col int
	}
	// NameLoc is loc("name"(child)); Child is never nil (an unknown location when absent in the text).
	NameLoc struct {
		AttrBase
		Name  string
		Child Location
	}
	// CallSiteLoc is loc(callsite(callee at caller)).
	CallSiteLoc struct {
		AttrBase
		Callee, Caller Location
	}
	// RangeLoc is a source range, loc(fused<"ENDLINE:ENDCOL">["f":line:col]): the fusion of that metadata and place
	// is this location.
	RangeLoc struct {
		AttrBase
		Range SourceRange
		ctx   *Context
	}
	// FusedLoc is loc(fused<meta>[..]); Meta may be nil.
	FusedLoc struct {
		AttrBase
		Meta Attribute
		Locs []Location
	}
)

func (*UnknownLoc) isLocation()     {}
func (*FileLineColLoc) isLocation() {}
func (*NameLoc) isLocation()        {}
func (*CallSiteLoc) isLocation()    {}
func (*RangeLoc) isLocation()       {}
func (*FusedLoc) isLocation()       {}

// SourceFile is the location of operations that keep their place in a file: most are never asked where they come
// from. Operation.Loc makes the proper location.
type SourceFile struct {
	AttrBase
	name  string
	base  int   // line number before the first line
	lines []int // offsets of line starts
}

// NewSourceFile returns a file whose lines, counted from 1, start at these offsets.
func NewSourceFile(name string, lines []int) *SourceFile {
	return &SourceFile{name: name, lines: lines}
}

func (*SourceFile) isLocation() {}

func (f *SourceFile) String() string { return "loc(" + QuoteString(f.name) + ")" }

// Name is the name that its locations have.
func (f *SourceFile) Name() string { return f.name }

// place is where in a SourceFile: an offset, or the range of length-1 bytes from there. The zero value goes with all
// other locations.
type place struct{ pos, length uint32 }

// of is the proper location for one that may be a file.
func (p place) of(c *Context, l Location) Location {
	f, ok := l.(*SourceFile)
	if !ok {
		return l
	}
	line, col := lineCol(f.lines, f.base, int(p.pos))
	if p.length == 0 {
		return c.FileLoc(f.name, line, col)
	}
	endLine, endCol := lineCol(f.lines, f.base, int(p.pos+p.length-1))
	return c.RangeLoc(f.name, line, col, endLine, endCol)
}

// lazy is the location of a range of bytes as an operation keeps it.
func (f *SourceFile) lazy(c *Context, start, end int) (Location, place) {
	if int64(end) >= math.MaxUint32 {
		line, col := lineCol(f.lines, f.base, start)
		endLine, endCol := lineCol(f.lines, f.base, end)
		return c.RangeLoc(f.name, line, col, endLine, endCol), place{}
	}
	return f, place{uint32(start), uint32(end-start) + 1}
}

// lazyLocation makes an offset the location of an operation.
func (p *Parser) lazyLocation(st *OperationState, pos int) {
	if int64(pos) > math.MaxUint32 {
		st.Loc = p.location(pos)
		return
	}
	st.Loc, st.place = p.source, place{pos: uint32(pos)}
}

// UnknownLoc returns the unknown location.
func (c *Context) UnknownLoc() *UnknownLoc { return c.unknownLoc }

// FileLoc returns the location of a line and column (both from 1) of a file.
func (c *Context) FileLoc(file string, line, col int) *FileLineColLoc {
	key := fileLocKey{file, line, col}
	c.mu.RLock()
	l := c.fileLocs[key]
	c.mu.RUnlock()
	if l != nil {
		return l
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if l := c.fileLocs[key]; l != nil {
		return l
	}
	l = &FileLineColLoc{File: file, Line: line, Col: col}
	c.fileLocs[key] = l
	return l
}

// NameLoc returns loc("name"(child)); a nil child stands for the unknown location.
func (c *Context) NameLoc(name string, child Location) *NameLoc {
	if child == nil {
		child = c.unknownLoc
	}
	return internBytes(c, "loc.name", append(keyPart(nil, child), name...), func() *NameLoc {
		return &NameLoc{Name: name, Child: child}
	})
}

// CallSiteLoc returns loc(callsite(callee at caller)).
func (c *Context) CallSiteLoc(callee, caller Location) *CallSiteLoc {
	return internBytes(c, "loc.callsite", keyPart(keyPart(nil, callee), caller), func() *CallSiteLoc {
		return &CallSiteLoc{Callee: callee, Caller: caller}
	})
}

// FusedLoc returns the fusion of locs. As in MLIR duplicates collapse, nested fusions without metadata are
// flattened, an empty list is the unknown location, and one location without metadata is itself.
func (c *Context) FusedLoc(meta Attribute, locs ...Location) Location {
	var list []Location
	seen := map[Location]bool{}
	var add func(l Location)
	add = func(l Location) {
		switch x := l.(type) {
		case *UnknownLoc:
			return
		case *FusedLoc:
			if x.Meta == meta {
				for _, y := range x.Locs {
					add(y)
				}
				return
			}
		case *RangeLoc:
			if meta != nil {
				if m, start := x.parts(); m == meta {
					l = start
				}
			}
		}
		if !seen[l] {
			seen[l] = true
			list = append(list, l)
		}
	}
	for _, l := range locs {
		add(l)
	}
	if len(list) == 0 {
		if meta == nil {
			return c.unknownLoc
		}
		list = []Location{c.unknownLoc}
	}
	if len(list) == 1 && meta == nil {
		return list[0]
	}
	if r, ok := rangeOfParts(meta, list); ok {
		return c.RangeLoc(r.File, r.Line, r.Col, r.EndLine, r.EndCol)
	}
	key := keyPart(nil, meta)
	for _, l := range list {
		key = keyPart(key, l)
	}
	return internBytes(c, "loc.fused", key, func() *FusedLoc { return &FusedLoc{Meta: meta, Locs: list} })
}

// RangeLoc returns the location of a source range: the half-open range from line:col to endLine:endCol
// (from 1, in bytes), as loc(fused<"ENDLINE:ENDCOL">["file":line:col]).
func (c *Context) RangeLoc(file string, line, col, endLine, endCol int) Location {
	r := SourceRange{file, line, col, endLine, endCol}
	c.mu.RLock()
	l := c.rangeLocs[r]
	c.mu.RUnlock()
	if l != nil {
		return l
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if l := c.rangeLocs[r]; l != nil {
		return l
	}
	l = &RangeLoc{Range: r, ctx: c}
	c.rangeLocs[r] = l
	return l
}

// end is the metadata of the range as a fusion.
func (r SourceRange) end() string { return strconv.Itoa(r.EndLine) + ":" + strconv.Itoa(r.EndCol) }

// parts are the metadata and the place of which the range is the fusion.
func (l *RangeLoc) parts() (Attribute, Location) {
	return l.ctx.StringAttr(l.Range.end()), l.ctx.FileLoc(l.Range.File, l.Range.Line, l.Range.Col)
}

// rangeOfParts is the range whose fusion these are, if there is one.
func rangeOfParts(meta Attribute, locs []Location) (SourceRange, bool) {
	if len(locs) != 1 {
		return SourceRange{}, false
	}
	start, ok1 := locs[0].(*FileLineColLoc)
	s, ok2 := meta.(*StringAttr)
	if !ok1 || !ok2 || s.Type != nil {
		return SourceRange{}, false
	}
	r := SourceRange{File: start.File, Line: start.Line, Col: start.Col}
	r.setEnd(s.Value)
	return r, r.end() == s.Value
}

// setEnd reads "ENDLINE:ENDCOL"; what is not that leaves the range as it is.
func (r *SourceRange) setEnd(text string) {
	if a, b, ok := strings.Cut(text, ":"); ok {
		line, err1 := strconv.Atoi(a)
		col, err2 := strconv.Atoi(b)
		if err1 == nil && err2 == nil {
			r.EndLine, r.EndCol = line, col
		}
	}
}

// SourceRange is a half-open range of a source file; lines and columns count from 1, in bytes.
// A range without a known end has EndLine 0.
type SourceRange struct {
	File                       string
	Line, Col, EndLine, EndCol int
}

// Known says whether the range names a place in a file.
func (r SourceRange) Known() bool { return r.Line > 0 }

// RangeOf returns the source range that a location denotes: of a call site that of the callee, else of the caller; of a
// fusion that of its first part that is known.
func RangeOf(l Location) SourceRange {
	left := 100
	return rangeOf(l, &left)
}

// rangeOf looks at no more than left locations: parts may be shared, and so in sum be many more than the text is long.
func rangeOf(l Location, left *int) SourceRange {
	if *left--; *left < 0 {
		return SourceRange{}
	}
	switch l := l.(type) {
	case *FileLineColLoc:
		return SourceRange{File: l.File, Line: l.Line, Col: l.Col}
	case *NameLoc:
		return rangeOf(l.Child, left)
	case *CallSiteLoc:
		if r := rangeOf(l.Callee, left); r.Known() {
			return r
		}
		return rangeOf(l.Caller, left)
	case *RangeLoc:
		return l.Range
	case *FusedLoc:
		r := rangeOf(l.Locs[0], left)
		for _, part := range l.Locs[1:] {
			if r.Known() || *left <= 0 {
				break
			}
			r = rangeOf(part, left)
		}
		if s, ok := l.Meta.(*StringAttr); ok && r.EndLine == 0 {
			r.setEnd(s.Value)
		}
		return r
	}
	return SourceRange{}
}

// Frame is a place in code. Calls is the name of the function that is called there for what lies further inside, "" if none is told:
// inlined code is at callsite(where it was written at "name"(the call)).
type Frame struct {
	SourceRange
	Calls string
}

// Frames are the places that a location denotes, the innermost first: one in code that was inlined, that of the call, and so on to
// the function that holds the code now. Of a fusion they are those of its first part that is known. There is at least one.
func Frames(l Location) []Frame {
	left := 1000 // parts may be shared, as in rangeOf
	return frames(nil, l, &left)
}

func frames(list []Frame, l Location, left *int) []Frame {
	if *left--; *left < 0 {
		return append(list, Frame{})
	}
	switch l := l.(type) {
	case *CallSiteLoc:
		list = frames(list, l.Callee, left)
		at := len(list)
		list = frames(list, l.Caller, left)
		if n, ok := l.Caller.(*NameLoc); ok {
			list[at].Calls = n.Name
		}
		return list
	case *NameLoc:
		return frames(list, l.Child, left)
	case *FusedLoc:
		for _, part := range l.Locs {
			if all := frames(list, part, left); slices.ContainsFunc(all[len(list):], Frame.Known) {
				return all
			}
		}
	}
	return append(list, Frame{SourceRange: RangeOf(l)})
}

func (l *UnknownLoc) String() string     { return "loc(unknown)" }
func (l *FileLineColLoc) String() string { return string(appendAttr(nil, l, false)) }
func (l *NameLoc) String() string        { return string(appendAttr(nil, l, false)) }
func (l *CallSiteLoc) String() string    { return string(appendAttr(nil, l, false)) }
func (l *RangeLoc) String() string       { return string(appendAttr(nil, l, false)) }
func (l *FusedLoc) String() string       { return string(appendAttr(nil, l, false)) }

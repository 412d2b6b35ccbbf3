package ir

import (
	"strconv"
	"strings"
)

// valueUsers prints who uses the results of an operation as a comment; an operation without results prints the
// number by which such comments name it.
func (p *Printer) valueUsers(op *Operation) {
	if len(op.results) == 0 {
		if op.Has(IsolatedFromAbove) {
			return
		}
		p.str(" // id: %" + strconv.Itoa(int(p.names.opIDs[op])))
		return
	}
	if len(op.results) == 1 {
		if users := p.users(op.results[0]); users == "" {
			p.str(" // unused")
		} else {
			p.str(" // users: " + users)
		}
		return
	}
	parts := make([]string, len(op.results))
	for i, r := range op.results {
		if parts[i] = p.users(r); parts[i] == "" {
			parts[i] = "unused"
		}
		parts[i] = "(" + parts[i] + ")"
	}
	p.str(" // users: " + strings.Join(parts, ", "))
}

// argumentUsers prints the users of the arguments of a block, a line for each.
func (p *Printer) argumentUsers(b *Block) {
	for _, a := range b.args {
		p.pad(p.indent)
		p.str("// ")
		p.Value(a)
		if users := p.users(a); users == "" {
			p.str(" is unused\n")
		} else {
			p.str(" is used by " + users + "\n")
		}
	}
}

// users lists the operations that use a value, by their results or numbers.
func (p *Printer) users(v *Value) string {
	var parts []string
	for _, op := range v.Users() {
		if len(op.results) == 0 {
			parts = append(parts, "%"+strconv.Itoa(int(p.names.opIDs[op])))
		}
		for i, r := range op.results {
			s := string(p.names.append(nil, op.results[0]))
			if len(op.results) > 1 {
				s = string(p.names.append(nil, p.groupStart(r))) + "#" + strconv.Itoa(i-p.groupStart(r).Index())
			}
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// groupStart is the first result of the group of results that share a name.
func (p *Printer) groupStart(r *Value) *Value {
	start := 0
	for _, g := range p.names.groups[r.op] {
		if g <= r.Index() {
			start = g
		}
	}
	return r.op.results[start]
}

// prettyLocation is a location as people read it: no loc(), quotes or aliases.
func prettyLocation(l Location) string {
	switch l := l.(type) {
	case *FileLineColLoc:
		return l.File + ":" + strconv.Itoa(l.Line) + ":" + strconv.Itoa(l.Col)
	case *NameLoc:
		s := QuoteString(l.Name)
		if _, unknown := l.Child.(*UnknownLoc); !unknown {
			s += "(" + prettyLocation(l.Child) + ")"
		}
		return s
	case *CallSiteLoc:
		return prettyLocation(l.Callee) + " at " + prettyLocation(l.Caller)
	case *FusedLoc:
		parts := make([]string, len(l.Locs))
		for i, in := range l.Locs {
			parts[i] = prettyLocation(in)
		}
		meta := ""
		if l.Meta != nil {
			meta = "<" + l.Meta.String() + ">"
		}
		return meta + "[" + strings.Join(parts, ", ") + "]"
	case *UnknownLoc:
		return "[unknown]"
	}
	return l.String()
}

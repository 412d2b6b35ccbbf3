package ir

import (
	"strconv"
	"strings"
)

// valueUsers prints who uses the results of an operation as a comment; an operation without results prints the
// number by which such comments name it.
func (p *Printer) valueUsers(op *Operation) {
	if len(op.results) == 0 {
		if len(op.operands) == 0 {
			return
		}
		p.str(" // id: %" + strconv.Itoa(int(p.names.opIDs[op])))
		return
	}
	if op.Unused() {
		p.str(" // unused")
		return
	}
	if len(op.results) == 1 {
		head := " // users: "
		if oneUser(op) {
			head = " // user: "
		}
		p.str(head + p.users(op.results[0]))
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

// oneUser says whether one operation, of one result at most, uses the results.
func oneUser(op *Operation) bool {
	var user *Operation
	for _, r := range op.results {
		for u := r.first; u != nil; u = u.next {
			if user != nil && u.owner != user {
				return false
			}
			user = u.owner
		}
	}
	return user != nil && len(user.results) <= 1
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

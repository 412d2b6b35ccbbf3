package harness

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// module is what a launch and the rewriting need to know of a module. Its
// text must be LLVM's own, as opt prints it.
type module struct {
	entities [][]token
	kernels  []Kernel
	// defined holds the symbols that the module defines.
	defined map[string]bool
	// dynamic holds the names of its dynamic shared memory.
	dynamic map[string]bool
}

// parseModule reads the module's kernels and symbols.
func parseModule(text string) (*module, error) {
	m := &module{entities: entities(lex(text)), defined: map[string]bool{}, dynamic: map[string]bool{}}
	notes := m.annotations()
	groups := m.attributeGroups()
	for _, e := range m.entities {
		switch {
		case e[0].text == "define":
			if err := m.readDefine(e, notes, groups); err != nil {
				return nil, err
			}
		case e[0].kind == global:
			g := readGlobal(e)
			if g.space == 3 && g.external {
				m.dynamic[symbol(e[0].text)] = true
			} else if !g.external {
				m.defined[symbol(e[0].text)] = true
			}
		case e[0].text == "module":
			return nil, fmt.Errorf("the module has inline assembly")
		}
	}
	return m, nil
}

// globalVar is a global variable's definition or declaration.
type globalVar struct {
	space    int
	external bool
	kind     string // "global" or "constant"
	typ      []token
	init     []token // up to the first comma; empty if external
	rest     []token // ", align 16" and the like
}

// readGlobal takes `@x = linkage .. addrspace(3) global TYPE INIT, align 16`.
func readGlobal(e []token) globalVar {
	var g globalVar
	i := 1
	for ; i < len(e) && e[i].text != "global" && e[i].text != "constant"; i++ {
		switch e[i].text {
		case "external", "extern_weak":
			g.external = true
		case "addrspace":
			if i+2 < len(e) {
				g.space, _ = strconv.Atoi(e[i+2].text)
			}
		}
	}
	if i >= len(e) {
		return g // an alias or the like
	}
	g.kind = e[i].text
	start := skipSpace(e, i+1)
	end := typeEnd(e, start)
	g.typ = e[start:end]
	start = end
	depth := 0
	for ; end < len(e); end++ {
		switch e[end].text {
		case "(", "[", "{", "<":
			depth++
		case ")", "]", "}", ">":
			depth--
		}
		if depth == 0 && e[end].text == "," {
			break
		}
	}
	g.init, g.rest = e[start:end], e[end:]
	return g
}

// typeEnd returns the index behind the type at i: `ptr addrspace(3)` is one.
func typeEnd(e []token, i int) int {
	end := balanced(e, i)
	if next := skipSpace(e, end); next < len(e) && e[next].text == "addrspace" {
		return balanced(e, next+1)
	}
	return end
}

// readDefine records a function, and the kernel if it is one.
func (m *module) readDefine(e []token, notes map[string]map[string]int, groups map[string]string) error {
	at := slices.IndexFunc(e, func(t token) bool { return t.kind == global })
	if at < 0 || at+1 >= len(e) {
		return fmt.Errorf("cannot read the definition %q", join(e[:min(len(e), 12)]))
	}
	name := symbol(e[at].text)
	m.defined[name] = true
	isKernel := notes[name]["kernel"] == 1 || slices.ContainsFunc(e[:at], func(t token) bool { return t.text == "ptx_kernel" })
	if !isKernel {
		return nil
	}
	if strings.ContainsAny(name, `"\`) {
		return fmt.Errorf("kernel name %q cannot be used here", name)
	}
	k := Kernel{Name: name}
	end := balanced(e, at+1)
	for _, piece := range splitCommas(e[at+2 : end-1]) {
		p, err := readParam(piece)
		if err != nil {
			return fmt.Errorf("kernel %s: %w", name, err)
		}
		k.Params = append(k.Params, p)
	}
	for i, axis := range []string{"x", "y", "z"} {
		k.ReqNTID[i] = notes[name]["reqntid"+axis]
		k.MaxNTID[i] = notes[name]["maxntid"+axis]
	}
	// Since LLVM 21 the bounds are function attributes.
	for _, t := range e[end:] {
		if t.text == "{" {
			break
		}
		readBounds(groups[t.text], `"nvvm.reqntid"="`, &k.ReqNTID)
		readBounds(groups[t.text], `"nvvm.maxntid"="`, &k.MaxNTID)
	}
	m.kernels = append(m.kernels, k)
	return nil
}

// readBounds takes `"nvvm.reqntid"="32,8"` out of an attribute group.
func readBounds(group, key string, to *[3]int) {
	_, rest, ok := strings.Cut(group, key)
	if !ok {
		return
	}
	rest, _, _ = strings.Cut(rest, `"`)
	*to = [3]int{1, 1, 1}
	for i, s := range strings.SplitN(rest, ",", 3) {
		to[i], _ = strconv.Atoi(strings.TrimSpace(s))
	}
}

// splitCommas splits at the commas outside brackets.
func splitCommas(toks []token) [][]token {
	var pieces [][]token
	start, depth := 0, 0
	for i, t := range toks {
		switch t.text {
		case "(", "[", "{", "<":
			depth++
		case ")", "]", "}", ">":
			depth--
		case ",":
			if depth == 0 {
				pieces = append(pieces, toks[start:i])
				start = i + 1
			}
		}
	}
	if start < len(toks) {
		pieces = append(pieces, toks[start:])
	}
	return pieces
}

// scalarBytes gives the sizes of the scalar parameter types.
var scalarBytes = map[string]int{
	"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "half": 2, "float": 4, "double": 8,
}

// readParam takes `ptr addrspace(1) noalias align 16 %p`.
func readParam(piece []token) (Param, error) {
	i := skipSpace(piece, 0)
	if i >= len(piece) {
		return Param{}, fmt.Errorf("an empty parameter")
	}
	p := Param{Type: join(piece[i:typeEnd(piece, i)])}
	for _, t := range piece {
		if t.kind == other && t.text[0] == '%' {
			p.Name = symbol(t.text)
		}
		if t.text == "byval" {
			return p, fmt.Errorf("parameter %s is passed by value in memory, which is not supported here", p.Name)
		}
	}
	switch p.Type {
	case "ptr", "ptr addrspace(1)":
		p.Kind, p.Type = PointerParam, "ptr"
		return p, nil
	}
	size, ok := scalarBytes[p.Type]
	if !ok {
		return p, fmt.Errorf("parameter %s has the type %s, which is not supported here", p.Name, p.Type)
	}
	p.Kind, p.Bytes = ScalarParam, size
	return p, nil
}

// annotations reads !nvvm.annotations: per function the numbers under each
// key (kernel, reqntidx, ..).
func (m *module) annotations() map[string]map[string]int {
	nodes := map[string][]token{}
	for _, e := range m.entities {
		if e[0].kind == other && e[0].text[0] == '!' {
			nodes[e[0].text] = e
		}
	}
	notes := map[string]map[string]int{}
	for _, ref := range nodes["!nvvm.annotations"] {
		node := nodes[ref.text]
		if ref.text == "!nvvm.annotations" || node == nil {
			continue
		}
		function, key := "", ""
		for i, t := range node {
			switch {
			case t.kind == global:
				function = symbol(t.text)
				if notes[function] == nil {
					notes[function] = map[string]int{}
				}
			case t.kind == other && strings.HasPrefix(t.text, `!"`):
				key = symbol(t.text)
			case t.text == "i32" && key != "" && function != "" && i+2 < len(node):
				notes[function][key], _ = strconv.Atoi(node[i+2].text)
				key = ""
			}
		}
	}
	return notes
}

// attributeGroups returns the text of `attributes #0 = { .. }` by "#0".
func (m *module) attributeGroups() map[string]string {
	groups := map[string]string{}
	for _, e := range m.entities {
		if e[0].text == "attributes" && len(e) > 2 {
			groups[e[2].text] = join(e)
		}
	}
	return groups
}

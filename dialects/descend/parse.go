package descend

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/nat"
	"descend/ir"
)

// maxTypeDepth bounds the nesting of a type's text.
const maxTypeDepth = 10_000

// parseType reads !descend.mnemonic<body>; bodies are data types in the language's own notation (Format).
func parseType(c *ir.Context, mnemonic, body string, hasBody bool) (ir.Type, error) {
	if mnemonic == "device" && !hasBody {
		return Device(c), nil
	}
	if mnemonic == "token" && !hasBody {
		return Token(c), nil
	}
	if !hasBody {
		return nil, fmt.Errorf("!descend.%s needs a body in angle brackets", mnemonic)
	}
	p := &typeParser{c: c, s: body}
	t, err := p.body(mnemonic)
	if err != nil {
		return nil, err
	}
	if p.space(); p.i < len(p.s) {
		return nil, p.errorf("unexpected %q", p.s[p.i:])
	}
	return t, nil
}

// parseAttr reads #descend.nat<..> and #descend.where<..>.
func parseAttr(c *ir.Context, mnemonic, body string, hasBody bool) (ir.Attribute, error) {
	switch mnemonic {
	case "nat":
		e, err := nat.Parse(body)
		if err != nil {
			return nil, err
		}
		return Nat(c, e), nil
	case "where":
		k, err := nat.ParseConstraint(body)
		if err != nil {
			return nil, err
		}
		return Where(c, k), nil
	}
	return nil, fmt.Errorf("unknown attribute #descend.%s", mnemonic)
}

type typeParser struct {
	c     *ir.Context
	s     string
	i     int
	depth int
}

func (p *typeParser) errorf(format string, args ...any) error {
	return ir.ErrorInBody(p.i, format, args...)
}

func (p *typeParser) space() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\n' || p.s[p.i] == '\t') {
		p.i++
	}
}

func (p *typeParser) eat(tok string) bool {
	p.space()
	if strings.HasPrefix(p.s[p.i:], tok) {
		p.i += len(tok)
		return true
	}
	return false
}

func (p *typeParser) expect(tok string) error {
	if !p.eat(tok) {
		return p.errorf("expected %q", tok)
	}
	return nil
}

// word reads an identifier, a lifetime or a dotted memory name.
func (p *typeParser) word() string {
	p.space()
	start := p.i
	for p.i < len(p.s) {
		ch := p.s[p.i]
		if ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch >= '0' && ch <= '9' || ch == '_' || ch == '.' || ch == '\'' || ch == '$' {
			p.i++
			continue
		}
		break
	}
	return p.s[start:p.i]
}

func (p *typeParser) body(mnemonic string) (ir.Type, error) {
	switch mnemonic {
	case "ref":
		w := p.word()
		lifetime := ""
		if strings.HasPrefix(w, "'") {
			lifetime = w
			if err := p.expect(","); err != nil {
				return nil, err
			}
			w = p.word()
		}
		if w != "uniq" && w != "shrd" {
			return nil, p.errorf("expected uniq or shrd")
		}
		if err := p.expect(","); err != nil {
			return nil, err
		}
		mem := Mem(p.word())
		if err := p.expect(","); err != nil {
			return nil, err
		}
		elem, err := p.dataType()
		if err != nil {
			return nil, err
		}
		return Ref(p.c, w == "uniq", mem, elem, lifetime), nil
	case "array", "view", "box", "struct", "enum", "var", "maybe", "fn":
		t, err := p.dataType()
		if err != nil {
			return nil, err
		}
		ok := false
		switch t := t.(type) {
		case *ArrayType:
			ok = t.View == (mnemonic == "view") && mnemonic != "box"
		case *BoxType:
			ok = mnemonic == "box"
		case *StructType:
			ok = mnemonic == "struct"
		case *EnumType:
			ok = mnemonic == "enum"
		case *VarType, *ScalarVarType:
			ok = mnemonic == "var"
		case *MaybeType:
			ok = mnemonic == "maybe"
		case *FnType:
			ok = mnemonic == "fn"
		}
		if !ok {
			return nil, p.errorf("is not a type of kind %s", mnemonic)
		}
		return t, nil
	case "place":
		t, err := p.dataType()
		if err != nil {
			return nil, err
		}
		return Place(p.c, t), nil
	case "atomic":
		t, err := p.dataType()
		if err != nil {
			return nil, err
		}
		if !IsScalar(t) {
			return nil, p.errorf("an atomic holds a scalar")
		}
		return Atomic(p.c, t), nil
	}
	return nil, fmt.Errorf("unknown type !descend.%s", mnemonic)
}

func (p *typeParser) dataType() (ir.Type, error) {
	if p.depth++; p.depth > maxTypeDepth {
		return nil, p.errorf("nested too deeply")
	}
	defer func() { p.depth-- }()
	t, err := p.simpleType()
	if err != nil {
		return nil, err
	}
	for p.eat("@") {
		t = Box(p.c, t, Mem(p.word()))
	}
	return t, nil
}

func (p *typeParser) simpleType() (ir.Type, error) {
	p.space()
	switch {
	case p.eat("["):
		return p.bracket()
	case p.eat("("):
		return p.tuple()
	case p.eat("&"):
		return p.ref()
	case p.eat("*token"):
		return Token(p.c), nil
	case p.eat("?"):
		t, err := p.simpleType()
		if err != nil {
			return nil, err
		}
		if IsSplit(t) {
			return nil, p.errorf("`?` stands at the leaves")
		}
		if _, ok := t.(*ArrayType); ok {
			return nil, p.errorf("`?` stands at the leaves")
		}
		return Maybe(p.c, t), nil
	}
	name := p.word()
	switch {
	case name == "":
		return nil, p.errorf("expected a type")
	case name == "Gpu":
		return Device(p.c), nil
	case name == "place":
		t, err := p.dataType()
		if err != nil {
			return nil, err
		}
		return Place(p.c, t), nil
	case name == "fn":
		return p.fn()
	case name == "enum":
		return p.enum()
	case p.eat("{"):
		return p.fields(name)
	}
	if t := Scalar(p.c, name); t != nil {
		return t, nil
	}
	if name == "index" { // run-time nats have it, the language does not
		return p.c.Index(), nil
	}
	if name == "Atomic" && p.eat("<") {
		t, err := p.dataType()
		if err == nil {
			err = p.expect(">")
		}
		if err != nil {
			return nil, err
		}
		return Atomic(p.c, t), nil
	}
	if p.eat(":") {
		return p.bounds(name)
	}
	if rest, ok := strings.CutPrefix(name, "Atomic"); ok {
		if t := Scalar(p.c, strings.ToLower(rest)); t != nil {
			return Atomic(p.c, t), nil
		}
	}
	return Var(p.c, name), nil
}

// enum reads after "enum": "Op {Add, Max}".
func (p *typeParser) enum() (ir.Type, error) {
	name := p.word()
	if err := p.expect("{"); err != nil {
		return nil, err
	}
	var list []string
	for {
		v := p.word()
		if name == "" || v == "" || slices.Contains(list, v) {
			return nil, p.errorf("expected the name of an enum and different variants")
		}
		list = append(list, v)
		if !p.eat(",") {
			break
		}
	}
	if err := p.expect("}"); err != nil {
		return nil, err
	}
	return Enum(p.c, name, list), nil
}

// fn reads after "fn": "(d) -> d".
func (p *typeParser) fn() (ir.Type, error) {
	if err := p.expect("("); err != nil {
		return nil, err
	}
	var in []ir.Type
	for !p.eat(")") {
		if len(in) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		t, err := p.dataType()
		if err != nil {
			return nil, err
		}
		in = append(in, t)
	}
	if err := p.expect("->"); err != nil {
		return nil, err
	}
	out, err := p.dataType()
	if err != nil {
		return nil, err
	}
	return Fn(p.c, in, out), nil
}

// bounds reads after "d:": the bounds of a variable that stands for a scalar.
func (p *typeParser) bounds(name string) (ir.Type, error) {
	var b Bounds
	for {
		w := p.word()
		if !IsBound(w) {
			return nil, p.errorf("expected a bound")
		}
		b = b.And(w)
		if !p.eat("+") {
			return ScalarVar(p.c, name, b), nil
		}
	}
}

// bracket reads after "[": an array, or a view, which shows when the inner array is followed by "]".
func (p *typeParser) bracket() (ir.Type, error) {
	elem, err := p.dataType()
	if err != nil {
		return nil, err
	}
	if a, ok := elem.(*ArrayType); ok && !a.View && p.eat("]") {
		return View(p.c, a.Elem, a.Size), nil
	}
	if err := p.expect(";"); err != nil {
		return nil, err
	}
	end := strings.IndexByte(p.s[p.i:], ']')
	if end < 0 {
		return nil, p.errorf("expected ]")
	}
	n, err := nat.Parse(p.s[p.i : p.i+end])
	if err != nil {
		return nil, nat.Behind(p.i, err)
	}
	p.i += end + 1
	return Array(p.c, elem, n), nil
}

func (p *typeParser) tuple() (ir.Type, error) {
	var ts []ir.Type
	for !p.eat(")") {
		if len(ts) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
			if len(ts) == 1 && p.eat(")") {
				break
			}
		}
		t, err := p.dataType()
		if err != nil {
			return nil, err
		}
		ts = append(ts, t)
	}
	return p.c.TupleType(ts...), nil
}

func (p *typeParser) ref() (ir.Type, error) {
	w := p.word()
	lifetime, uniq := "", false
	if strings.HasPrefix(w, "'") {
		lifetime = w
		w = p.word()
	}
	if w == "uniq" || w == "shrd" {
		uniq = w == "uniq"
		w = p.word()
	}
	if w == "" {
		return nil, p.errorf("expected a memory")
	}
	t, err := p.dataType()
	if err != nil {
		return nil, err
	}
	return Ref(p.c, uniq, Mem(w), t, lifetime), nil
}

func (p *typeParser) fields(name string) (ir.Type, error) {
	var fs []Field
	for !p.eat("}") {
		if len(fs) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		n := p.word()
		if err := p.expect(":"); err != nil {
			return nil, err
		}
		t, err := p.dataType()
		if err != nil {
			return nil, err
		}
		fs = append(fs, Field{n, t})
	}
	return Struct(p.c, name, fs), nil
}

// Scalar is the scalar type of a name of the language (bool, i32, u8, f16 ..), nil if there is none.
func Scalar(c *ir.Context, name string) ir.Type {
	switch name {
	case "bool":
		return c.I1()
	case "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64":
		width := map[string]int{"8": 8, "16": 16, "32": 32, "64": 64}[name[1:]]
		if name[0] == 'u' {
			return c.IntegerType(width, ir.Unsigned)
		}
		return c.Int(width)
	case "f16":
		return c.Float(ir.F16)
	case "bf16":
		return c.Float(ir.BF16)
	case "f32":
		return c.F32()
	case "f64":
		return c.F64()
	}
	return nil
}

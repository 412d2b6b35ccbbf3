package sema

import (
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/intrange"
	"descend/dialects/num"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// This file gives `match` its meaning: its value is computed once, and the arms are the branches of conditionals, in order,
//
//	match x { 0 => a, 1 | 5..=9 => b, _ => c }     if x == 0 { a } else if x == 1 || x >= 5 && x <= 9 { b } else { c }
//
// so that all checks see what they see of `if`. The arms are for all values, which is shown here, so that the last one needs no
// condition: whatever memory that nobody has written holds, one of the arms is executed. What is matched is a number: of an enum that of
// the variant, of a bool 0 or 1.

// armTest says when an arm of a match is executed.
type armTest struct {
	value  *ir.Value // an integer or bool
	always bool
	ranges []num.Interval // of it
}

// matchExpr is a match; needed says that its value is used.
func (e *statements) matchExpr(x *ast.Match, want ir.Type, needed bool) *ir.Value {
	m := e.matched(x)
	if m == nil { // for the errors in the arms
		for _, a := range x.Arms {
			e.valueRegion(a.Body, want, needed)
		}
		return e.poison()
	}
	if !m.arms(x) || !m.complete(x, needed) {
		for _, a := range x.Arms {
			e.valueRegion(a.Body, want, needed)
		}
		return e.poison()
	}
	last := len(x.Arms) - 1
	if last == 0 {
		return e.wrapped("descend.scope", x.Arms[0].Body, x.Span(), want, needed)
	}
	rest := ast.Expr(x.Arms[last].Body)
	for i := last - 1; i >= 0; i-- {
		a := x.Arms[i]
		s := a.Span().To(x.Span())
		if s.End = x.Span().End; i == 0 {
			s = x.Span()
		}
		rest = &ast.If{Base: ast.At(s), Cond: &ast.ArmTest{Base: ast.At(a.Pats[0].Span().To(a.Pats[len(a.Pats)-1].Span())), Arm: a}, Then: a.Body, Else: rest}
	}
	return e.ifExpr(rest.(*ast.If), want, needed)
}

// matching is a match whose arms are looked at.
type matching struct {
	*statements
	t     ir.Type        // of what is matched
	value *ir.Value      // that, as a number
	all   num.Interval   // its values
	left  []num.Interval // the values for which there is no arm yet
}

// matched elaborates what is matched; nil after an error.
func (e *statements) matched(x *ast.Match) *matching {
	v := e.expr(x.X, nil)
	if v == nil {
		return nil
	}
	m := &matching{statements: e, t: v.Type()}
	m.value = e.numberOf(v, x.X)
	switch t := m.t.(type) {
	case *descend.EnumType:
		m.all = num.Between(num.Of(0), num.Of(int64(len(t.Variants))-1))
	case *ir.IntegerType:
		if m.all = intrange.OfType(t); isBool(t) {
			m.all = num.Between(num.Of(0), num.Of(1))
		}
	default:
		m.notMatched(x.X)
		return nil
	}
	m.left = []num.Interval{m.all}
	return m
}

// notMatched reports a value of a type that is not matched.
func (m *matching) notMatched(x ast.Expr) {
	d := m.fail(x.Span(), mismatched, "mismatched types").WithLabel("`match` is over integers, bools and enums, found `%s`", m.shown(m.t))
	if isFloat(m.t) {
		d.WithHelp("compare it: `if x < 1.0 { .. } else { .. }`")
	} else if r, ok := m.t.(*descend.RefType); ok && descend.IsCopy(r.Elem, m.fn.copyVars) {
		d.WithHelp("match what it refers to", insertion(m.c, x.Span(), "*"))
	}
}

// arms finds out for which values each arm is, and warns of those for none; false after an error.
func (m *matching) arms(x *ast.Match) bool {
	good := true
	for _, a := range x.Arms {
		t := &armTest{value: m.value}
		for _, pat := range a.Pats {
			r, ok := m.pattern(pat)
			if !ok {
				good = false
				continue
			}
			t.ranges = append(t.ranges, r)
			t.always = t.always || pat.Wild
			if good && !m.cover(r) {
				m.items.warnf(pat.Span(), descend.CodeUnreachableArm, "this arm is never executed").WithLabel("the arms before are for all of its values")
			}
		}
		if m.tests == nil {
			m.tests = map[*ast.MatchArm]*armTest{}
		}
		m.tests[a] = t
	}
	return good
}

// cover takes values from those that are left; false if none of them is.
func (m *matching) cover(r num.Interval) bool {
	lo, _ := r.Lo()
	hi, _ := r.Hi()
	var out []num.Interval
	for _, l := range m.left {
		if l.Meet(r).Empty() {
			out = append(out, l)
			continue
		}
		first, _ := l.Lo()
		last, _ := l.Hi()
		if first.Cmp(lo) < 0 {
			out = append(out, num.Between(first, lo.Sub(num.Of(1))))
		}
		if hi.Cmp(last) < 0 {
			out = append(out, num.Between(hi.Add(num.Of(1)), last))
		}
	}
	found := !slices.Equal(out, m.left)
	m.left = out
	return found
}

// pattern is the range of numbers that a pattern is for.
func (m *matching) pattern(pat *ast.MatchPattern) (num.Interval, bool) {
	if pat.Wild {
		return m.all, true
	}
	lo, ok := m.patternValue(pat.Lo)
	if pat.Hi == nil || !ok {
		return num.Point(lo), ok
	}
	hi, ok := m.patternValue(pat.Hi)
	if !ok {
		return num.Interval{}, false
	}
	if !isInteger(m.t) {
		m.fail(pat.Span(), mismatched, "mismatched types").WithLabel("ranges are of integers, not of `%s`", descend.UserFormat(m.t))
		return num.Interval{}, false
	}
	if pat.Open {
		hi = hi.Sub(num.Of(1))
	}
	if hi.Cmp(lo) < 0 {
		m.fail(pat.Span(), mismatched, "this range is empty").WithLabel("no number is in it")
		return num.Interval{}, false
	}
	return num.Between(lo, hi), true
}

// patternValue is the number of a value in a pattern, which is a literal or a constant.
func (m *matching) patternValue(x ast.Expr) (n num.Int, ok bool) {
	lit := x
	if u, ok := x.(*ast.Unary); ok && u.Op == ast.Neg {
		lit = u.X
	}
	switch lit := lit.(type) {
	case *ast.IntLit, *ast.FloatLit, *ast.BoolLit, *ast.BadExpr:
	case *ast.Name:
		if id := lit.Path.Parts[0]; len(lit.Path.Parts) == 1 {
			b := m.scope.lookup(id.Name)
			switch {
			case b == nil && id.Name != "":
				m.unknown(id, "constant", m.scope.visible(func(b *binding) bool { return b.kind == constBind || b.kind == natBind && b.pending != nil })).
					Note("patterns bind no names: `_` is for all other values")
				return n, false
			case b == nil || b.bad:
				m.poison()
				return n, false
			case b.kind == varBind || b.kind == natBind && b.pending == nil:
				m.fail(id.Span(), kindMismatch, "expected a constant, found %s `%s`", bindNames[b.kind], id.Name).WithLabel("its value is not known before the run").
					Relate(b.span.Loc(m.c), "`%s` is defined here", id.Name).WithHelp("compare: `if x == " + id.Name + " { .. }`")
				return n, false
			}
		}
	default:
		d := m.fail(x.Span(), kindMismatch, "expected a pattern, found a term").WithLabel("patterns are literals, constants, and ranges of these")
		if c, ok := x.(*ast.Call); ok && descend.IsEnum(m.t) {
			d.WithHelp("variants hold no values", ir.Edit{Loc: x.Span().Loc(m.c), Text: c.Fun.String()})
		}
		return n, false
	}
	if i, ok := lit.(*ast.IntLit); ok && isBool(m.t) {
		d := m.fail(x.Span(), mismatched, "mismatched types").WithLabel("expected `bool`, found an integer")
		if text := map[string]string{"0": "false", "1": "true"}[i.Value.String()]; text != "" && lit == x {
			d.WithHelp("write `"+text+"`", ir.Edit{Loc: x.Span().Loc(m.c), Text: text})
		}
		return n, false
	}
	m.region(func() { // of which only the number is used
		v := m.expect(x, m.t, false)
		if v == nil {
			return
		}
		if k, known := descend.KnownInteger(m.numberOf(v, x)); known {
			n, ok = num.FromBig(k), true
		} else {
			m.fail(x.Span(), kindMismatch, "expected a constant").WithLabel("its value is not known here")
		}
	})
	return n, ok
}

// complete reports values for which there is no arm.
func (m *matching) complete(x *ast.Match, needed bool) bool {
	if len(m.left) == 0 {
		return true
	}
	var names []string
	t, isEnum := m.t.(*descend.EnumType)
	for _, r := range m.left {
		lo, _ := r.Lo()
		hi, _ := r.Hi()
		switch {
		case isEnum:
			first, _ := lo.Int64()
			last, _ := hi.Int64()
			for _, v := range t.Variants[first : last+1] {
				names = append(names, m.enumName(t)+"::"+v)
			}
		case isBool(m.t) && lo.Cmp(hi) < 0:
			names = append(names, "false", "true")
		case isBool(m.t):
			names = append(names, map[bool]string{false: "false", true: "true"}[lo.IsOne()])
		case lo.Cmp(hi) == 0:
			names = append(names, lo.String())
		default:
			names = append(names, lo.String()+"..="+hi.String())
		}
	}
	const shown = 6
	list, more := names, ""
	if len(list) > shown {
		list, more = list[:shown], " and others"
	}
	d := m.fail(x.Span().Head().To(x.X.Span()), descend.CodeMissingArm, "not all values have an arm").
		WithLabel("there is none for `%s`%s", strings.Join(list, "`, `"), more)
	pattern := "_"
	if isEnum && len(names) <= shown {
		pattern = strings.Join(names, " | ")
	}
	if n := len(x.Arms); n > 0 && !needed {
		at, text := x.Arms[n-1].Span().Tail(), " "+pattern+" => { }"
		if b := x.Arms[n-1].Body.Span(); b.Start == b.End || b.File.Text[b.Start] != '{' {
			text = "," + text
		}
		d.WithHelp("add an arm for them", ir.Edit{Loc: at.Loc(m.c), Text: text})
	} else {
		d.WithHelp("add an arm for them: `" + pattern + " => ..`")
	}
	return false
}

// enumName is the name that an enum has here.
func (m *matching) enumName(t *descend.EnumType) string {
	for _, name := range sortedKeys(m.items.enums) {
		if m.items.enums[name].typ == t {
			return name
		}
	}
	return descend.UserFormat(t)
}

// armTest is the condition under which an arm is executed.
func (e *statements) armTest(x *ast.ArmTest) *ir.Value {
	t, s := e.tests[x.Arm], x.Span()
	if t.always {
		return e.bool(s, true)
	}
	var out *ir.Value
	for _, r := range t.ranges {
		c := e.inRange(s, t.value, r)
		if out == nil {
			out = c
		} else {
			out = e.val(s, "descend.binary", []*ir.Value{out, c}, e.c.I1(), e.strAttr("op", "or"))
		}
	}
	return out
}

// inRange says whether an integer or bool is in a range of its type.
func (e *statements) inRange(s source.Span, v *ir.Value, r num.Interval) *ir.Value {
	t := v.Type().(*ir.IntegerType)
	lo, _ := r.Lo()
	hi, _ := r.Hi()
	compare := func(op string, n num.Int) *ir.Value {
		value := ir.Attribute(e.c.BigIntAttr(n.Big(), t))
		if isBool(t) {
			value = e.c.BoolAttr(n.IsOne())
		}
		k := e.val(s, "descend.const", nil, t, ir.Attr("value", value))
		return e.val(s, "descend.compare", []*ir.Value{v, k}, e.c.I1(), e.strAttr("op", op))
	}
	if lo.Cmp(hi) == 0 {
		return compare("eq", lo)
	}
	if isBool(t) {
		return e.bool(s, true)
	}
	full := intrange.OfType(t)
	least, _ := full.Lo()
	most, _ := full.Hi()
	switch {
	case lo.Cmp(least) == 0 && hi.Cmp(most) == 0:
		return e.bool(s, true)
	case lo.Cmp(least) == 0:
		return compare("le", hi)
	case hi.Cmp(most) == 0:
		return compare("ge", lo)
	}
	return e.val(s, "descend.binary", []*ir.Value{compare("ge", lo), compare("le", hi)}, e.c.I1(), e.strAttr("op", "and"))
}

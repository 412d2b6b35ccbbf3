package driver

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/ir/pattern"
)

// eval is the command: it runs statements of the CPU, and shows the value and the type of the term behind them.
func (s *session) eval(args []string) error {
	o := &options{stdoutTaken: true, fn: evalFunction}
	if err := s.parse(o, "eval", args); err != nil {
		return done(err)
	}
	if err := o.checkDevice(); err != nil {
		return err
	}
	if len(o.defines) > 0 {
		return usagef("-D %s: statements have no sizes to define: write %s where it is used", o.defines[0], strings.SplitN(o.defines[0], "=", 2)[1])
	}
	text, files, before := o.files[0], o.files[1:], ""
	if o.view {
		var err error
		if before, err = o.viewed(); err != nil {
			return err
		}
		text = "&array." + text
	} else if o.shape != "" {
		return usagef("--shape is for --view")
	}
	if text == stdinName && !o.view {
		f, err := source.Read(evalName, s.stdin)
		if err != nil {
			return usagef("%v", err)
		}
		text = f.Text
	}
	o.files = append([]string{evalName}, files...)
	e := newEvaluated(before, text)
	e.numbered = o.view
	if e.items {
		return usagef("eval takes statements, perhaps with a term behind them; functions and types stand in files: descendc eval 'f(1)' FILE.desc")
	}
	s.evaluated = e
	// The type is known once a variable has the value.
	if e.result != nil {
		t, err := s.typeOf(o, e.text("let "+evalValue+" =", ";"))
		if err != nil {
			return err
		}
		e.typ, e.show = t, e.printed(t, evalValue, "")
	}
	tail := ";"
	if len(e.show) > 0 {
		tail += " print(\"" + evalMark + "\");"
		for _, p := range e.show {
			tail += " " + p
		}
	}
	s.evalText = e.text("let "+evalValue+" =", tail)
	return s.evaluate(o, e)
}

const (
	evalName     = "<eval>"
	evalFunction = "eval__"
	evalValue    = "value__"
	evalMark     = `\u{1E}` // begins the value in what the program prints
)

// evaluated are statements, perhaps with a term behind them.
type evaluated struct {
	written *source.File // what the user wrote, whose lines and columns messages have
	uses    string       // the first part of it
	indent  int          // the column behind the uses, from 0
	before  string       // statements in lines before the rest of it
	body    string       // the rest
	cut     bool         // something is missing at the end
	stray   int          // where a brace in the rest closes nothing, -1 if none does
	items   bool         // it has functions or structs
	// numbered says that the value is a view of an array of --shape, whose numbers are all below maxShown.
	numbered bool
	result   *source.Span // of the term in the body
	typ      ir.Type
	show     []string // statements that print the value, none if it cannot be printed
}

var useLine = pattern.Of(`^\s*use\s[^;]*;`)

// newEvaluated reads statements, which have others before them. Uses of modules stand before all.
func newEvaluated(before, text string) *evaluated {
	e := &evaluated{written: source.NewFile(evalName, text), before: before, stray: -1}
	for m := useLine().FindString(text); m != ""; m = useLine().FindString(text) {
		e.uses, text = e.uses+m, text[len(m):]
	}
	e.indent = len(e.uses) - (strings.LastIndexByte(e.uses, '\n') + 1)
	e.body = strings.TrimRight(text, " \t\r\n")
	for _, t := range syntax.Tokens(source.NewFile(evalName, e.body)) {
		e.items = e.items || t.Kind == syntax.KwFn || t.Kind == syntax.KwStruct
	}
	f := source.NewFile(evalName, e.head()+e.body+"\n}\n")
	diags := &ir.Diagnostics{}
	tree := syntax.Parse(f, ir.NewContext(), diags)
	if all := diags.InOrder(); len(all) > 0 {
		r := ir.RangeOf(all[0].Loc)
		e.cut = f.Offset(r.Line, r.Col) > len(e.head()+e.body)
	}
	var d *ast.FnDecl
	for _, it := range tree.Items {
		if f, ok := it.(*ast.FnDecl); ok && d == nil {
			d = f
		}
	}
	if d == nil || d.Body == nil {
		return e
	}
	if end := d.Body.Span().End - 1 - len(e.head()); end >= 0 && end < len(e.body) && e.body[end] == '}' {
		e.stray = end
	}
	if d.Body.Result == nil || e.stray >= 0 {
		return e
	}
	at := d.Body.Result.Span()
	at.Start -= len(e.head())
	at.End -= len(e.head())
	e.result = &at
	return e
}

func (e *evaluated) head() string {
	return e.uses + "\nfn " + evalFunction + "() -[t: cpu.thread]-> () {\n" + e.before + strings.Repeat(" ", e.indent)
}

// asWritten is a finding with the places of what the user wrote: a line of the program is one of that, with the same columns.
func (e *evaluated) asWritten(c *ir.Context, d *ir.Diagnostic) *ir.Diagnostic {
	return d.Moved(func(l ir.Location) ir.Location {
		r := ir.RangeOf(l)
		if r.File != evalName {
			return l
		}
		if r.EndLine == 0 {
			return c.FileLoc(r.File, e.line(r.Line), r.Col)
		}
		return c.RangeLoc(r.File, e.line(r.Line), r.Col, e.line(r.EndLine), r.EndCol)
	})
}

// line is the line that the user wrote of one in a text of the program.
func (e *evaluated) line(n int) int {
	uses := strings.Count(e.uses, "\n")
	n -= strings.Count(e.head(), "\n")
	if n < 1 { // in the uses, or in what nobody wrote
		return min(n+strings.Count(e.head(), "\n"), uses+1)
	}
	if e.result != nil {
		if term := 1 + strings.Count(e.body[:e.result.Start], "\n"); n > term { // text puts two lines before it
			n = max(term, n-2)
		}
	}
	return uses + min(n, 1+strings.Count(e.body, "\n"))
}

// text is the program, with something before and after the term. The term stays in its column.
func (e *evaluated) text(before, after string) string {
	if e.stray >= 0 { // the error is that of a file
		return blank(e.head()+e.body[:e.stray]) + e.body[e.stray:]
	}
	if e.cut { // the error names the end of the text, and no brace that nobody wrote
		return e.head() + e.body
	}
	if e.result == nil {
		return e.head() + e.body + "\n}\n"
	}
	start := e.result.Start
	column := start - (strings.LastIndexByte(e.body[:start], '\n') + 1)
	if column == start { // in the line of the uses
		column += e.indent
	}
	return e.head() + e.body[:start] + "\n" + before + "\n" + strings.Repeat(" ", column) + e.body[start:] + "\n" + after + "\n}\n"
}

// blank is a text of spaces with the same lines.
func blank(text string) string {
	b := bytes.Repeat([]byte{' '}, len(text))
	for i := range b {
		if text[i] == '\n' {
			b[i] = '\n'
		}
	}
	return string(b)
}

// typeOf is the type of the variable in a program. Functions with errors are rejected.
func (s *session) typeOf(o *options, text string) (ir.Type, error) {
	s.evalText = text
	c, err := s.load(o)
	if err != nil {
		return nil, err
	}
	if err := c.frontend(); err != nil {
		return nil, err
	}
	if err := c.verdict(); err != nil {
		return nil, err
	}
	var found ir.Type
	for l := range ir.AllOf[descend.LocalOp](c.module) {
		if p, ok := l.Result(0).Type().(*descend.PlaceType); ok && l.VarName() == evalValue {
			found = p.Elem
		}
	}
	return found, nil
}

// maxShown is the most elements of a view that are shown.
const maxShown = 1 << 16

// printed are statements that print a value; none if it cannot be printed.
func (e *evaluated) printed(t ir.Type, value, label string) []string {
	call := func(x string) []string {
		if label != "" {
			x = strconv.Quote(label+":") + ", " + x
		}
		return []string{"print(" + x + ");"}
	}
	switch t := t.(type) {
	case *descend.EnumType:
		return call(value + " as u32")
	case *descend.RefType:
		if a, ok := t.Elem.(*descend.ArrayType); ok && a.View {
			return e.printedView(a, value, label)
		}
		if parts, ok := t.Elem.(*ir.TupleType); ok && descend.HoldsView(parts) {
			return e.printedParts(parts, value)
		}
		if t.Mem == descend.CPUMem {
			return e.printed(t.Elem, "(*"+value+")", label)
		}
	case *descend.StructType:
		var all []string
		for i, f := range t.Fields {
			name := f.Name
			if name == "" {
				name = strconv.Itoa(i)
			}
			one := e.printed(f.Type, value+"."+name, strings.TrimPrefix(label+"."+name, "."))
			if one == nil {
				return nil
			}
			all = append(all, one...)
		}
		return all
	default:
		if printable(t) {
			return call(value)
		}
	}
	return nil
}

// printable says whether the language prints a value: scalars, and arrays and tuples of them.
func printable(t ir.Type) bool {
	switch t := t.(type) {
	case *descend.ArrayType:
		return !t.View && printable(t.Elem)
	case *ir.TupleType:
		for _, e := range t.Types {
			if !printable(e) {
				return false
			}
		}
		return len(t.Types) > 0
	}
	return descend.IsScalar(t)
}

// printedParts prints the two views that a view makes of one.
func (e *evaluated) printedParts(t *ir.TupleType, value string) []string {
	var all []string
	for i, part := range t.Types {
		a, ok := part.(*descend.ArrayType)
		if !ok || i > 1 {
			return nil
		}
		name := []string{"fst", "snd"}[i]
		one := e.printedView(a, value+"."+name, name)
		if one == nil {
			return nil
		}
		all = append(all, one...)
	}
	return all
}

// missing is shown where an element of --view does not exist, and missingNumber stands for it when the program runs.
const (
	missing       = "-"
	missingNumber = "4294967295"
)

// printedView copies a view to an array, and prints that.
func (e *evaluated) printedView(a *descend.ArrayType, value, label string) []string {
	var sizes []string
	total := int64(1)
	elem := ir.Type(a)
	for inner, ok := a, true; ok; inner, ok = elem.(*descend.ArrayType) {
		n, isConst := inner.Size.Const()
		if !isConst || !n.IsInt64() || n.Int64() > maxShown {
			return nil
		}
		if total *= max(1, n.Int64()); total > maxShown {
			return nil
		}
		sizes, elem = append(sizes, n.String()), inner.Elem
	}
	instead := ""
	if m, ok := elem.(*descend.MaybeType); ok && e.numbered {
		elem, instead = m.Elem, " else "+missingNumber
	}
	if !descend.IsScalar(elem) {
		return nil
	}
	zero := "0" + descend.Format(elem)
	switch {
	case descend.IsFloat(elem):
		zero = "0.0" + descend.Format(elem)
	case descend.Format(elem) == "bool":
		zero = "false"
	}
	loops, at := "", ""
	for i, n := range sizes {
		zero = "[" + zero + "; " + sizes[len(sizes)-1-i] + "]"
		loops += fmt.Sprintf("for i%d in 0..%s { ", i, n)
		at += fmt.Sprintf("[i%d]", i)
	}
	if label != "" {
		label = strconv.Quote(label+":") + ", "
	}
	return []string{"let mut shown__ = " + zero + ";", loops + "shown__" + at + " = " + value + at + instead + strings.Repeat(" }", len(sizes)) + ";", "print(" + label + "shown__);"}
}

// viewed are statements that make an array of the shape of --shape with the numbers from 0 on, to apply a view to.
func (o *options) viewed() (string, error) {
	total := int64(1)
	t, fill := "0u32", ""
	if o.shape == "" {
		return "", usagef("--view needs the shape of an array to show: --shape=16, or --shape=4x8")
	}
	shape := strings.Split(o.shape, "x")
	for _, text := range shape {
		n, err := strconv.ParseUint(text, 10, 64)
		switch {
		case err == nil && n == 0:
			return "", usagef("--shape=%s: an array without elements has nothing to show", o.shape)
		case errors.Is(err, strconv.ErrRange) || err == nil && n > maxShown/uint64(total):
			return "", usagef("--shape=%s: an array of at most %d elements is shown", o.shape, maxShown)
		case err != nil:
			return "", usagef("--shape takes a shape as 16 or 4x8, not %q%s", o.shape, otherShape(o.shape))
		}
		total *= int64(n)
	}
	at := ""
	for i := range shape {
		t = "[" + t + "; " + shape[len(shape)-1-i] + "]"
		fill += fmt.Sprintf("for a%d in 0..%s { ", i, shape[i])
		at += fmt.Sprintf("[a%d]", i)
	}
	return "let mut array = " + t + "; let mut next = 0u32;\n" + fill + "array" + at + " = next; next += 1" + strings.Repeat(" }", len(shape)) + "\n", nil
}

// otherShape proposes a shape for one that is written as elsewhere: [4, 8], (4,8), 4X8.
func otherShape(text string) string {
	text = strings.NewReplacer(" ", "", "X", "x", ",", "x", "*", "x", ";", "x").Replace(strings.Trim(strings.TrimSpace(text), "[](){},"))
	for _, n := range strings.Split(text, "x") {
		if _, err := strconv.ParseUint(n, 10, 16); err != nil {
			return ""
		}
	}
	return "; did you mean --shape=" + text + "?"
}

// evaluate runs the program, and shows the value with its type behind what the program prints.
func (s *session) evaluate(o *options, e *evaluated) error {
	out := &heldWriter{w: s.stdout}
	stdout := s.stdout
	s.stdout = out
	g, end, err := s.devicesOf(o)
	if err == nil {
		defer end()
		var c *compilation
		if c, err = s.accepted(o); err == nil {
			err = c.runFunction(map[string]string{}, g)
		}
	}
	s.stdout = stdout
	if err != nil {
		return err
	}
	if e.result == nil || e.typ == nil {
		return nil
	}
	value := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(out.held.String(), "\x1e"), "\n"), "\n")
	if e.numbered {
		value = strings.ReplaceAll(value, missingNumber, missing)
	}
	if t, ok := e.typ.(*descend.EnumType); ok {
		if n, err := strconv.Atoi(value); err == nil && n < len(t.Variants) {
			value = t.Name + "::" + t.Variants[n]
		}
	}
	typ := descend.UserFormat(e.typ)
	switch {
	case typ == "()" || typ == "unit":
	case len(e.show) == 0:
		fmt.Fprintf(s.stdout, "a value of type %s\n", typ)
	case strings.Contains(value, "\n") || len(value) > 72 && strings.HasPrefix(value, "[["):
		value = strings.ReplaceAll(value, "], [", "],\n [")
		fmt.Fprintf(s.stdout, "%s\n: %s\n", value, typ)
	default:
		fmt.Fprintf(s.stdout, "%s: %s\n", value, typ)
	}
	return nil
}

// heldWriter holds back what comes behind the mark of a value.
type heldWriter struct {
	w      io.Writer
	marked bool
	held   bytes.Buffer
}

func (h *heldWriter) Write(data []byte) (int, error) {
	if h.marked {
		return h.held.Write(data)
	}
	before, _, found := bytes.Cut(data, []byte{0x1e})
	if found {
		h.marked = true
		h.held.Write(data[len(before):])
	}
	if _, err := h.w.Write(before); err != nil {
		return 0, err
	}
	return len(data), nil
}

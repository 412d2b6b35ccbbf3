package proof

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"os/exec"
	"strings"
	"time"
)

// This file asks z3. A question is a list of conditions; each is a script of its own after a reset, so that z3 chooses
// its tactics by what the question has.

// answer is what z3 says.
type answer int

const (
	unknown answer = iota
	unsat
	sat
)

// solver is a running z3.
type solver struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func newSolver() (*solver, error) {
	cmd := exec.Command("z3", "-in", "-smt2", "-memory:2000")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &solver{cmd, in, bufio.NewReader(out)}, nil
}

func (z *solver) close() {
	z.in.Close()
	_ = z.cmd.Process.Kill()
	_ = z.cmd.Wait()
}

// script writes conditions. In a linear one products of symbols are symbols.
type script struct {
	s      *terms
	linear bool
	b      strings.Builder
	names  map[*term]string
	made   map[string]bool
	// nonlinear: there are products of symbols.
	nonlinear bool
	count     int
}

func newScript(s *terms, linear bool) *script {
	return &script{s: s, linear: linear, names: map[*term]string{}, made: map[string]bool{}}
}

func (w *script) declare(name string, args int, boolean bool) {
	if w.made[name] {
		return
	}
	w.made[name] = true
	sort := "Int"
	if boolean {
		sort = "Bool"
	}
	fmt.Fprintf(&w.b, "(declare-fun %s (%s) %s)\n", name, strings.TrimSpace(strings.Repeat("Int ", args)), sort)
}

func quoted(name string) string {
	return "|" + strings.NewReplacer("|", "!", "\\", "!").Replace(name) + "|"
}

func number(n *big.Int) string {
	if n.Sign() < 0 {
		return "(- " + new(big.Int).Neg(n).String() + ")"
	}
	return n.String()
}

// expr is the text of a term; what is large is defined under a name.
func (w *script) expr(t *term) string {
	if n, ok := w.names[t]; ok {
		return n
	}
	text := w.text(t)
	if len(text) > 60 && t.kind != kSym {
		w.count++
		name := fmt.Sprintf("t%d", w.count)
		sort := "Int"
		if t.bool {
			sort = "Bool"
		}
		fmt.Fprintf(&w.b, "(define-fun %s () %s %s)\n", name, sort, text)
		text = name
	}
	w.names[t] = text
	if c, ok := t.constantDivisor(); t.kind == kSym || t.kind == kApp || t.kind == kDiv && !ok && c == nil {
		if !t.bool {
			w.bounds(text, t.lo, t.hi)
		}
	}
	return text
}

func (w *script) text(t *term) string {
	list := func(op string, args []*term) string {
		var b strings.Builder
		b.WriteString("(" + op)
		for _, a := range args {
			b.WriteString(" " + w.expr(a))
		}
		return b.String() + ")"
	}
	switch t.kind {
	case kSym:
		w.declare(quoted(t.name), 0, t.bool)
		return quoted(t.name)
	case kApp:
		for _, a := range t.args {
			w.expr(a)
		}
		w.declare(quoted(t.name), len(t.args), t.bool)
		if len(t.args) == 0 {
			return quoted(t.name)
		}
		return list(quoted(t.name), t.args)
	case kConst:
		return fmt.Sprint(t.truth)
	case kNot:
		return list("not", t.args)
	case kAnd:
		return list("and", t.args)
	case kOr:
		return list("or", t.args)
	case kGE0:
		return "(>= " + w.expr(t.args[0]) + " 0)"
	case kEQ0:
		return "(= " + w.expr(t.args[0]) + " 0)"
	case kIte:
		return list("ite", t.args)
	case kMod:
		return list("mod", t.args)
	case kDiv:
		if _, ok := t.args[1].constant(); ok {
			return list("div", t.args)
		}
		name := fmt.Sprintf("q%d", t.id)
		w.declare(name, 0, false)
		return name
	}
	var sum []string
	for _, m := range t.mons {
		sum = append(sum, w.monomial(m))
	}
	switch len(sum) {
	case 0:
		return "0"
	case 1:
		return sum[0]
	}
	return "(+ " + strings.Join(sum, " ") + ")"
}

func (w *script) monomial(m monomial) string {
	if len(m.atoms) == 0 {
		return number(m.coef)
	}
	var fs []string
	for _, a := range m.atoms {
		fs = append(fs, w.expr(a))
	}
	p := fs[0]
	if len(fs) > 1 {
		w.nonlinear = true
		p = "(* " + strings.Join(fs, " ") + ")"
		if w.linear {
			p = "m" + strings.ReplaceAll(strings.TrimSuffix(m.key(), ","), ",", "_")
			if !w.made[p] {
				w.declare(p, 0, false)
				lo, hi := polyBounds([]monomial{{one, m.atoms}})
				w.bounds(p, lo, hi)
			}
		}
	}
	if m.coef.Cmp(one) == 0 {
		return p
	}
	return "(* " + number(m.coef) + " " + p + ")"
}

func (w *script) bounds(text string, lo, hi *big.Int) {
	if lo != nil {
		fmt.Fprintf(&w.b, "(assert (<= %s %s))\n", number(lo), text)
	}
	if hi != nil {
		fmt.Fprintf(&w.b, "(assert (<= %s %s))\n", text, number(hi))
	}
}

func (w *script) assert(t *term) {
	e := w.expr(t)
	fmt.Fprintf(&w.b, "(assert %s)\n", e)
}

// ask gives z3 a script; of what is satisfiable the values of the terms.
func (z *solver) ask(w *script, steps int, limit time.Duration, values []*term) (answer, []string) {
	var exprs []string
	for _, v := range values {
		exprs = append(exprs, w.expr(v))
	}
	text := fmt.Sprintf("(reset)\n(set-option :rlimit %d)\n%s(check-sat)\n(echo \"done\")\n", steps, w.b.String())
	lines := z.talk(text, limit)
	a := unknown
	for _, l := range lines {
		switch l {
		case "unsat":
			a = unsat
		case "sat":
			a = sat
		}
		if strings.HasPrefix(l, "(error") {
			panic("z3: " + l + "\n" + text)
		}
	}
	if a != sat || len(exprs) == 0 {
		return a, nil
	}
	var out []string
	for _, e := range exprs {
		out = append(out, strings.Join(z.talk("(eval "+e+")\n(echo \"done\")\n", limit), " "))
	}
	return a, out
}

// talk sends text and gives the lines up to "done". A z3 that is not done within the limit is ended, and started again.
func (z *solver) talk(text string, limit time.Duration) []string {
	stop := time.AfterFunc(limit, func() { _ = z.cmd.Process.Kill() })
	defer stop.Stop()
	go func() { _, _ = io.WriteString(z.in, text) }()
	var out []string
	for {
		l, err := z.out.ReadString('\n')
		if err != nil {
			z.close()
			if n, err := newSolver(); err == nil {
				*z = *n
			}
			return out
		}
		l = strings.TrimSpace(l)
		if l == "done" {
			return out
		}
		out = append(out, l)
	}
}

package nat

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"descend/ir/need"
)

// TestAgainstZ3 asks z3 whether the facts, all divisors being positive, allow the
// goal to be false; its definite answers may not contradict the prover's.
// NAT_Z3_QUERIES sets the number of queries, NAT_SEED the seed. The large run is
//
//	NAT_Z3_QUERIES=12000 go test ./dialects/nat -run TestAgainstZ3 -v -timeout 2h
func TestAgainstZ3(t *testing.T) {
	path := need.Program(t, "z3")
	n := envInt(t, "NAT_Z3_QUERIES", 250)
	z := startZ3(t, path)
	var count [3][3]int
	for _, vars := range []int{2, 3, 4} {
		g := newGenerator(uint64(envInt(t, "NAT_SEED", 1))+100, vars)
		for range n / 3 {
			q := g.query(t)
			r := q.Facts().Prove(q.goal)
			answer := z.ask(t, smtQuery(q, g.vars))
			switch {
			case r.Verdict == Proved && answer == "sat":
				t.Errorf("%s: proved, z3 has a counterexample", q)
			case r.Verdict == Refuted && answer == "unsat" && len(q.pow2) == 0:
				t.Errorf("%s: refuted by %v, z3 proves it", q, r.Witness)
			}
			count[r.Verdict][map[string]int{"sat": 1, "unsat": 2}[answer]]++
		}
	}
	for v, c := range count {
		t.Logf("%-8s z3: %d unknown, %d sat, %d unsat", Verdict(v), c[0], c[1], c[2])
	}
}

// z3 is a running solver that answers one query after the other. It is bounded by its own count of steps: with its
// timer it sometimes never answers again.
type z3 struct {
	path  string
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // what it prints; closed at its end
}

// patience is how long one query may take before the solver is given up and started again.
const patience = 20 * time.Second

func startZ3(t *testing.T, path string) *z3 {
	z := &z3{path: path}
	z.start(t)
	t.Cleanup(z.stop)
	return z
}

func (z *z3) start(t *testing.T) {
	cmd := exec.Command(z.path, "-in", "-smt2")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		need.Tool(t, "a z3 that starts: %v", err)
	}
	lines := make(chan string, 16)
	z.cmd, z.in, z.lines = cmd, in, lines
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(out); scan.Scan(); {
			lines <- scan.Text()
		}
	}()
}

func (z *z3) stop() {
	z.in.Close()
	z.cmd.Process.Kill()
	for range z.lines {
	}
	z.cmd.Wait()
}

// ask returns sat, unsat or unknown.
func (z *z3) ask(t *testing.T, query string) string {
	t.Helper()
	if _, err := io.WriteString(z.in, "(reset)(set-option :rlimit 400000)\n"+query+"(check-sat)(echo \"done\")\n"); err != nil {
		t.Fatalf("z3: %v", err)
	}
	answer := "unknown"
	late := time.After(patience)
	for {
		select {
		case <-late:
			z.stop()
			z.start(t)
			return "unknown"
		case line, running := <-z.lines:
			switch {
			case !running:
				t.Fatalf("z3 ended after\n%s", query)
			case line == "sat" || line == "unsat" || line == "unknown":
				answer = line
			case line == "done":
				return answer
			case strings.HasPrefix(line, "(error") && !strings.Contains(line, "canceled") && !strings.Contains(line, "resource"):
				t.Fatalf("z3: %s for\n%s", line, query)
			}
		}
	}
}

// smtQuery asserts the facts and the negated goal.
func smtQuery(q query, vars []string) string {
	var b strings.Builder
	for _, v := range vars {
		fmt.Fprintf(&b, "(declare-const %s Int)(assert (>= %s 0))\n", v, v)
	}
	for _, v := range q.pow2 { // a part of the powers of two
		fmt.Fprintf(&b, "(assert (or")
		for k := range 12 {
			fmt.Fprintf(&b, " (= %s %d)", v, 1<<k)
		}
		b.WriteString("))\n")
	}
	for _, c := range append(q.facts[:len(q.facts):len(q.facts)], q.goal.Negate()) {
		smtDefined(&b, c.L.Tree())
		smtDefined(&b, c.R.Tree())
		l, r := smtExpr(c.L.Tree()), smtExpr(c.R.Tree())
		divides := fmt.Sprintf("(ite (= %s 0) (= %s 0) (= (mod %s %s) 0))", l, r, r, l)
		switch c.Rel {
		case Divides:
			fmt.Fprintf(&b, "(assert %s)\n", divides)
		case NotDivides:
			fmt.Fprintf(&b, "(assert (not %s))\n", divides)
		case NE:
			fmt.Fprintf(&b, "(assert (not (= %s %s)))\n", l, r)
		default:
			fmt.Fprintf(&b, "(assert (%s %s %s))\n", map[Rel]string{EQ: "=", LT: "<", LE: "<=", GT: ">", GE: ">="}[c.Rel], l, r)
		}
	}
	return b.String()
}

// smtDefined asserts that all divisors in n are positive.
func smtDefined(b *strings.Builder, n *Node) {
	for _, a := range n.Args {
		smtDefined(b, a)
	}
	if n.Op == OpDiv || n.Op == OpMod {
		fmt.Fprintf(b, "(assert (> %s 0))\n", smtExpr(n.Args[1]))
	}
}

func smtExpr(n *Node) string {
	switch n.Op {
	case OpConst:
		if n.Value.Sign() < 0 {
			return "(- " + n.Value.String()[1:] + ")"
		}
		return n.Value.String()
	case OpVar:
		return n.Name
	}
	s := smtExpr(n.Args[0])
	for _, a := range n.Args[1:] {
		r := smtExpr(a)
		switch n.Op {
		case OpMin:
			s = fmt.Sprintf("(ite (< %s %s) %s %s)", s, r, s, r)
		case OpMax:
			s = fmt.Sprintf("(ite (> %s %s) %s %s)", s, r, s, r)
		default:
			s = fmt.Sprintf("(%s %s %s)", map[Op]string{OpAdd: "+", OpSub: "-", OpMul: "*", OpDiv: "div", OpMod: "mod"}[n.Op], s, r)
		}
	}
	return s
}

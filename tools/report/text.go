package report

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"descend/backend/ptx"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/gpu/traffic"
	"descend/ir/room"
)

// TextOptions steer the text.
type TextOptions struct{ Color bool }

// Text shows the report for people.
func (r *Report) Text(o TextOptions) string {
	t := &text{color: o.Color}
	t.line("%s", r.heading())
	for _, n := range r.Notes {
		t.line("note: %s", n)
	}
	for i := range r.Kernels {
		t.line("")
		t.kernel(&r.Kernels[i])
	}
	return t.String()
}

// heading names the function and the sizes.
func (r *Report) heading() string {
	text := r.Function
	for i, s := range r.Sizes {
		word := ", "
		if i == 0 {
			word = " with "
		}
		text += fmt.Sprintf("%s%s = %s", word, s.Name, s.Value)
	}
	if len(r.Chosen) > 0 {
		text += fmt.Sprintf(" (%s chosen as an example; -D %s=.. says otherwise)", strings.Join(r.Chosen, ", "), r.Chosen[0])
	}
	return text
}

// text is written line by line.
type text struct {
	strings.Builder
	color bool
}

func (t *text) line(format string, args ...any) { fmt.Fprintf(t, format+"\n", args...) }

// prose writes words behind a head, in lines of at most 100 columns that begin below each other.
func (t *text) prose(head, words string) {
	start := len(head)
	for _, w := range strings.Fields(words) {
		if len(head) > start && utf8.RuneCountInString(head)+1+utf8.RuneCountInString(w) > 100 {
			t.line("%s", head)
			head = strings.Repeat(" ", start)
		}
		head += " " + w
	}
	t.line("%s", head)
}

// paint colors a word: 31 red, 33 yellow, 1 bold, 2 faint.
func (t *text) paint(code int, word string) string {
	if !t.color || code == 0 {
		return word
	}
	return fmt.Sprintf("\x1b[%dm%s\x1b[0m", code, word)
}

func (t *text) kernel(k *Kernel) {
	t.line("%s  %s:%d  %s", t.paint(1, "kernel "+k.Name), k.File, k.Line, k.launchText())
	if k.Certain != "exact" {
		t.line("  %s", t.paint(33, certainty[k.Certain]))
	}
	for _, f := range k.Facts() {
		t.prose(fmt.Sprintf("  %-12s", f.Name), f.Text)
	}
	if len(k.Accesses) == 0 {
		return
	}
	rows := [][]string{{"line", "access", "memory", "accesses", "a warp", "least", "used"}}
	for i := range k.Accesses {
		rows = append(rows, k.Accesses[i].row(k.File))
	}
	widths := columnWidths(rows)
	t.line("")
	t.line("  %s", t.paint(2, joined(rows[0], widths, 1, 2)))
	for i := range k.Accesses {
		a := &k.Accesses[i]
		row := joined(rows[i+1], widths, 1, 2)
		if a.Problem != "" {
			row = t.paint(31, row)
		}
		t.line("  %s", row)
		if words := a.where() + ifAny(": ", a.Problem) + ifAny(": ", a.Remedy); words != "" {
			t.prose("       ", strings.TrimPrefix(words, ": "))
		}
	}
}

// certainty says what the words for doubt mean.
var certainty = map[string]string{
	"at most":    "conditions depend on data: the numbers count both ways, and are upper bounds",
	"per round":  "the number of rounds of a loop depends on data or on an argument (--arg): the numbers count one round of it",
	"incomplete": "it takes too long to follow all of it: the numbers are of a part",
}

func (k *Kernel) launchText() string {
	n := "1 launch"
	if k.Launches != 1 {
		n = count(k.Launches) + " launches"
	}
	more := ""
	if k.Shapes > 1 {
		more = fmt.Sprintf(", the first of %d kinds", k.Shapes)
	}
	return fmt.Sprintf("%s of %s of %s%s", n, counted(k.Grid, "block"), counted(k.Block, "thread"), more)
}

// counted is a shape of several things, or of one.
func counted(n [3]int64, what string) string {
	if n != [3]int64{1, 1, 1} {
		what += "s"
	}
	return extents(n) + " " + what
}

// extents are sizes without those that are 1 at the end.
func extents(n [3]int64) string {
	text := fmt.Sprint(n[0])
	if n[1] != 1 || n[2] != 1 {
		text += fmt.Sprintf(" x %d", n[1])
	}
	if n[2] != 1 {
		text += fmt.Sprintf(" x %d", n[2])
	}
	return text
}

// Fact is a line about a kernel.
type Fact struct{ Name, Text string }

// Facts are what is shown of a kernel besides its accesses.
func (k *Kernel) Facts() []Fact {
	memory := fmt.Sprintf("threads ask for %s, %s are moved", room.Bytes(k.Asked), room.Bytes(k.Moved))
	if k.Unknown {
		memory = fmt.Sprintf("threads ask for %s, up to %s are moved", room.Bytes(k.Asked), room.Bytes(k.Moved))
	}
	if k.Moved > k.Asked && k.Asked > 0 {
		memory += fmt.Sprintf(", %.0f %% of it used", 100*float64(k.Asked)/float64(k.Moved))
	}
	facts := []Fact{{"memory", memory}}
	if k.Passes > 0 {
		facts = append(facts, Fact{"shared", fmt.Sprintf("%s a block, %s passes through its banks, %s of them by conflicts", room.Bytes(k.Shared), count(k.Passes), count(k.Conflicts))})
	}
	compute := fmt.Sprintf("%s operations on floats, %s on integers", count(k.Floats), count(k.Ints))
	if k.Moved > 0 {
		compute += fmt.Sprintf("; %.2f on floats for each byte moved", k.Intensity)
	}
	facts = append(facts, Fact{"arithmetic", compute})
	if k.Tensor > 0 {
		facts = append(facts, Fact{"tensor cores", k.tensorText()})
	}
	steps := fmt.Sprintf("%s of warps", count(k.Steps))
	if k.Idle > 0 {
		steps += fmt.Sprintf(", %.0f %% of their threads idle", 100*float64(k.Idle)/float64(k.Idle+k.busy()))
	}
	facts = append(facts, Fact{"steps", steps})
	if k.Cycles > 0 {
		facts = append(facts, Fact{"cycles", k.cyclesText()})
	}
	if k.Waves != nil {
		facts = append(facts, k.Waves.facts()...)
	}
	if a := k.Assembly; a != nil {
		facts = append(facts, Fact{"registers", a.text()})
	}
	return facts
}

// tensorText says how much of the work is that of tensor cores.
func (k *Kernel) tensorText() string {
	blocks, warps := int64(1), int64(1)
	for i := range 3 {
		blocks, warps = blocks*k.Grid[i], warps*k.Block[i]
	}
	text := fmt.Sprintf("%s instructions of warps", count(k.Tensor))
	if k.Shapes == 1 {
		blocks *= k.Launches
		warps = (warps + gpu.WarpSize - 1) / gpu.WarpSize * blocks
		text += fmt.Sprintf(", %s a block and %s a warp", short(float64(k.Tensor)/float64(blocks)), short(float64(k.Tensor)/float64(warps)))
	}
	if k.TensorFloats > 0 {
		text += fmt.Sprintf(", for %s of the operations on floats", percent(float64(k.TensorFloats)/float64(k.Floats)))
	}
	if w := k.Waves; w != nil && ptx.Capability(w.Target) < 80 {
		text += fmt.Sprintf(" (from sm_80 on; on %s there are others, or none)", w.Target)
	}
	return text
}

// cyclesText says about how long a kernel takes, and what for.
func (k *Kernel) cyclesText() string {
	what, most := "steps", cycles(k.Steps, 0, 0)
	if n := cycles(0, k.Passes, 0); n > most {
		what, most = "shared memory", n
	}
	if n := cycles(0, 0, k.Moved/traffic.SectorSize); n > most {
		what, most = "global memory", n
	}
	return fmt.Sprintf("about %s of one multiprocessor, %s of them for %s", count(k.Cycles), percent(float64(most)/float64(k.Cycles)), what)
}

// busy are the threads that took part in the steps.
func (k *Kernel) busy() (n int64) {
	for _, l := range k.Lines {
		n += l.Lanes
	}
	return n
}

func (a *Assembly) text() string {
	text := fmt.Sprintf("%d a thread on %s", a.Registers, a.Target)
	if a.Bounds != (contract.Bounds{}) {
		text += fmt.Sprintf(", bound by %s", a.Bounds)
	}
	if n := a.SpillStores + a.SpillLoads; n > 0 {
		text += fmt.Sprintf(", %d bytes of them spilled to memory", n)
	} else {
		text += ", none spilled"
	}
	if a.MostWarps > 0 {
		text += fmt.Sprintf("; %d blocks with %d of %d warps at once, limited by %s", a.Blocks, a.Warps, a.MostWarps, a.Limit)
		if a.Limit == "registers" && a.Bounds == (contract.Bounds{}) {
			text += ": `descendc tune --bounds` looks for a bound that lets in another"
		}
	}
	return text
}

// where says where in std an access is.
func (a *Access) where() string {
	if a.Inner == nil {
		return ""
	}
	return fmt.Sprintf("in %s, %s:%d", a.Within, path.Base(a.Inner.File), a.Inner.Line)
}

// row is an access as a line of the table of a kernel in a file.
func (a *Access) row(of string) []string {
	doubt := ""
	switch a.Certain {
	case "at most":
		doubt = "<= "
	case "per round":
		doubt = "? x "
	}
	what, unit := a.Op+" "+shorten(a.Text, 44), "sector"
	if a.Memory == shared {
		unit = "pass"
	}
	per, least, used := "unknown", "", ""
	if a.Unknown < a.Warps {
		if per = short(a.PerWarp()) + " " + unit; per != "1 "+unit {
			per += map[string]string{"sector": "s", "pass": "es"}[unit]
		}
		least = short(a.leastPerWarp())
		used = fmt.Sprintf("%.0f %%", 100*a.Used())
	}
	return []string{lineIn(of, a.File, a.Line), what, a.Memory, doubt + count(a.Warps), per, least, used}
}

// leastPerWarp is PerWarp as it could be.
func (a *Access) leastPerWarp() float64 {
	n := a.Fewest
	if a.Memory == shared {
		n = a.Least
	}
	return float64(n) / float64(max(1, a.Warps-a.Unknown))
}

// Used is the part of what is moved, or of the passes, that is needed, from 0 to 1.
func (a *Access) Used() float64 {
	if a.PerWarp() == 0 {
		return 1
	}
	return min(1, a.leastPerWarp()/a.PerWarp())
}

func ifAny(before, s string) string {
	if s == "" {
		return ""
	}
	return before + s
}

// shorten cuts a text in the middle.
func shorten(s string, n int) string {
	runes := []rune(strings.Join(strings.Fields(s), " "))
	if len(runes) <= n {
		return string(runes)
	}
	return string(runes[:n/2]) + "…" + string(runes[len(runes)-n/2+1:])
}

// short is a number with at most one digit behind the point.
func short(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0") }

// count is a number as people read it.
func count(n int64) string {
	for _, u := range []struct {
		size float64
		word string
	}{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}} {
		if float64(n) >= u.size*0.9995 { // else three digits are 1e+03
			return fmt.Sprintf("%.3g%s", float64(n)/u.size, u.word)
		}
	}
	return fmt.Sprint(n)
}

// Table is a table of which some columns are texts; the first row is its head.
func Table(rows [][]string, texts ...int) string {
	var b strings.Builder
	widths := columnWidths(rows)
	for _, r := range rows {
		b.WriteString("  " + joined(r, widths, texts...) + "\n")
	}
	return b.String()
}

func columnWidths(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, s := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(s))
		}
	}
	return widths
}

// joined is a row of a table: texts of the given columns begin at the left, all others end at the right.
func joined(row []string, widths []int, texts ...int) string {
	var out []string
	for i, s := range row {
		gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(s))
		if slices.Contains(texts, i) {
			out = append(out, s+gap)
		} else {
			out = append(out, gap+s)
		}
	}
	return strings.TrimRight(strings.Join(out, "  "), " ")
}

package driver

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"descend/backend/npy"
	"descend/backend/sim"
)

// writeOuts writes the arrays that --out asks for: to files, and as text to standard output for "-". The rest of what
// it says goes to standard error.
func (c *compilation) writeOuts(b *binding, outs map[string]string) error {
	for _, p := range b.params {
		switch file := outs[p.name]; file {
		case "":
		case stdinName:
			fmt.Fprintln(c.s.stdout, showArray(p.forPeople(), p.name+" = "))
		default:
			if err := npy.Write(file, p.forFile()); err != nil {
				return usagef("--out %s=%s: %v", p.name, file, err)
			}
			fmt.Fprintf(c.s.stderr, "descendc: wrote %s: %s\n", file, p.describeArray())
		}
	}
	if len(outs) == 0 {
		fmt.Fprintln(c.s.stderr, c.summary(b))
	}
	return nil
}

// summary is a line about a run: the function, the device, the time, sizes and arguments, and how to see what was written.
func (c *compilation) summary(b *binding) string {
	var with []string
	for _, n := range b.order {
		with = append(with, n+" = "+b.nats[n].String())
	}
	written := ""
	for _, p := range b.params {
		if p.ref {
			with = append(with, p.name+": "+p.describeArray())
		} else {
			with = append(with, p.name+" = "+sim.FormatScalar(p.dtype, p.bits))
		}
		if p.ref && p.uniq && written == "" {
			written = "; --out " + p.name + "=- prints " + p.name
		}
	}
	text := fmt.Sprintf("descendc: ran %s on %s in %s", c.o.fn, c.o.device, c.timeOf("run"))
	if len(with) > 0 {
		text += " with " + strings.Join(with, ", ")
	}
	return text + written
}

// describeArray is the type of an array with the sizes of the run, that of bytes for most structs and tuples.
func (p *param) describeArray() string {
	a := p.forFile()
	text := a.DType
	for _, n := range slices.Backward(a.Shape) {
		text = fmt.Sprintf("[%s; %d]", text, n)
	}
	return text
}

// timeOf is how long a stage took, for people.
func (c *compilation) timeOf(stage string) string {
	for _, t := range c.times {
		switch {
		case t.name != stage:
		case t.d < time.Second:
			return fmt.Sprintf("%.1f ms", t.d.Seconds()*1e3)
		default:
			return fmt.Sprintf("%.1f s", t.d.Seconds())
		}
	}
	return "no time"
}

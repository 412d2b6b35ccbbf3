package driver

import (
	"fmt"
	"strings"
	"time"

	"descend/backend/npy"
	"descend/backend/sim"
	"descend/tools/arguments"
)

// writeOuts writes the arrays that --out asks for: to files, and as text to standard output for "-". The rest of what
// it says goes to standard error. With --sample all that was written is shown, and what stood for the arguments.
func (c *compilation) writeOuts(b *arguments.Binding, outs map[string]string) error {
	for _, p := range b.Params {
		switch file := c.outOf(p, outs); file {
		case "":
		case stdinName:
			fmt.Fprintln(c.s.stdout, arguments.Show(p.ForPeople(), p.Name+" = "))
		default:
			if err := npy.Write(file, p.ForFile()); err != nil {
				return usagef("--out %s=%s: %v", p.Name, file, err)
			}
			fmt.Fprintf(c.s.stderr, "descendc: wrote %s: %s\n", file, p.Describe())
		}
	}
	if c.o.sample {
		var flags []string
		for _, a := range c.o.args {
			flags = append(flags, "--arg "+a)
		}
		for _, d := range c.o.defines {
			flags = append(flags, "-D "+d)
		}
		if len(flags) > 0 {
			fmt.Fprintf(c.s.stderr, "descendc: this was %s\n", strings.Join(flags, " "))
		}
	}
	if len(outs) == 0 && c.o.fn != evalFunction {
		fmt.Fprintln(c.s.stderr, c.summary(b))
	}
	return nil
}

// outOf is where a parameter is written, "" if it is not.
func (c *compilation) outOf(p *arguments.Param, outs map[string]string) string {
	if len(outs) == 0 && c.o.sample && p.Ref && p.Uniq {
		return stdinName
	}
	return outs[p.Name]
}

// summary is a line about a run: the function, the device, the time, sizes and arguments, and how to see what was written.
func (c *compilation) summary(b *arguments.Binding) string {
	var with []string
	for _, n := range b.Order {
		with = append(with, n+" = "+b.Nats[n].String())
	}
	written := ""
	for _, p := range b.Params {
		if p.Ref {
			with = append(with, p.Name+": "+p.Describe())
		} else {
			with = append(with, p.Name+" = "+sim.FormatScalar(p.DType, p.Bits))
		}
		if p.Ref && p.Uniq && written == "" && !c.o.sample {
			written = "; --out " + p.Name + "=- prints " + p.Name
		}
	}
	text := fmt.Sprintf("descendc: ran %s on %s in %s", c.o.fn, c.o.device, c.timeOf("run"))
	if len(with) > 0 {
		text += " with " + strings.Join(with, ", ")
	}
	return text + written
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

package driver

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"descend/backend/npy"
	"descend/backend/sim"
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/ir/outfile"
	"descend/ir/room"
	"descend/ir/spell"
	"descend/tools/arguments"
	"descend/tools/collect"
	"descend/tools/picture"
	"descend/tools/picture/page"
)

// drawnBy are the values of --color.
var drawnBy = []string{"auto", string(picture.ByBlock), string(picture.ByWarp), string(picture.ByThread)}

// draw is the command: a run on the simulator as pictures of who touches what. A program that is refused for conflicts alone is drawn
// too, up to the race.
func (s *session) draw(args []string) error {
	o := &options{stdoutTaken: true, device: "sim"}
	if err := s.parse(o, "draw", args); err != nil {
		return done(err)
	}
	if !slices.Contains(drawnBy, o.color) {
		return usagef("--color must be %s, not %q%s", strings.Join(drawnBy, ", "), o.color, spell.DidYouMean(o.color, drawnBy))
	}
	if o.output == "" {
		o.output = strings.TrimSuffix(filepath.Base(o.files[0]), ".desc") + ".html"
		if o.files[0] == stdinName {
			o.output = stdinName
		}
	}
	if ext := filepath.Ext(o.output); o.output != stdinName && ext != ".svg" && ext != ".html" {
		return usagef("-o takes a name that ends in .svg or .html, not %s", o.output)
	}
	if err := s.checkOutputs(o, nil, outfile.Output{Asked: "-o " + o.output, Path: o.output}); err != nil {
		return err
	}
	collect.Bound(room.Bound())
	c, refused := s.accepted(o)
	if refused != nil && (c == nil || !picture.OnlyConflicts(c.diags)) {
		return refused
	}
	c.diags = &ir.Diagnostics{}
	pictures, err := c.pictures(refused == nil)
	if err != nil && len(pictures) == 0 {
		return err
	}
	if len(pictures) == 0 {
		return rejected{c.o.fn + " launches no kernel: there is nothing to draw"}
	}
	if e := s.writePictures(o, pictures, c.cut); e != nil {
		return e
	}
	if refused != nil {
		return refused
	}
	return err
}

// pictures runs the function on the simulator and draws its launches, also those up to an error. With cut the run ends when the pictures are full:
// else a race may come.
func (c *compilation) pictures(cut bool) ([]*picture.Picture, error) {
	if c.o.fn == "" {
		entries, err := c.reported()
		if err != nil {
			return nil, err
		}
		c.o.fn = ir.SymbolName(entries[0].Operation)
	}
	f, err := c.entry()
	if err != nil {
		return nil, err
	}
	if err := c.checkDefines(c.o.fn); err != nil {
		return nil, err
	}
	var b *arguments.Binding
	err = c.stage("arguments", func() (err error) {
		if err = c.sample(f); err != nil {
			return err
		}
		if b, err = arguments.Bind(f, c.o.args, c.o.nats, npy.Read); err != nil {
			return argumentError(err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := c.checkWheres(f, b.Nats); err != nil {
		return nil, err
	}
	executes, nats := f.Exec().(*exec.Type), b.AtRunTime(f, c.o.nats)
	if err := c.lower(c.o.fn); err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(c.s.ctx)
	defer end()
	r := &picture.Recorder{Sources: c.sources}
	if cut {
		r.Full = end
	}
	m := sim.New(c.module, sim.Options{Stdout: c.s.stdout, Diags: c.diags, Context: ctx, Trace: r})
	err = c.running(m, func() error {
		_, err := b.Start(m, c.o.fn, executes, nats)
		return err
	})
	if ctx.Err() != nil && c.s.ctx.Err() == nil {
		c.cut, err = true, nil
	}
	return r.Pictures(), err
}

// sample gives the parameters of a function that have no argument one, and its nats small sizes.
func (c *compilation) sample(f descend.FuncOp) error {
	given, err := arguments.Complete(f, c.o.args)
	if err != nil {
		return usageError{err.Error()}
	}
	c.o.args = given
	return c.smallSizes(f)
}

// smallSizes gives the nats of a function that neither -D nor the shape of an argument gives values of which pictures can be read: they
// become those of -D.
func (c *compilation) smallSizes(f descend.FuncOp) error {
	if arguments.Determined(f, c.o.args, c.o.nats, npy.Read) {
		return nil
	}
	nats, _, err := arguments.Sizes([]descend.FuncOp{f}, c.o.nats, arguments.Small)
	if err != nil {
		return usagef("%v", err)
	}
	c.o.nats = nats
	for n, v := range nats {
		if define := n + "=" + v.String(); !slices.Contains(c.o.defines, define) {
			c.o.defines = append(c.o.defines, define)
		}
	}
	slices.Sort(c.o.defines)
	return nil
}

// writePictures writes them as the name of the output asks for; they may be cut.
func (s *session) writePictures(o *options, pictures []*picture.Picture, cut bool) error {
	for _, p := range pictures {
		if o.color != "auto" {
			p.By = picture.By(o.color)
		}
	}
	text := ""
	if filepath.Ext(o.output) == ".html" {
		form, err := page.HTML(filepath.Base(o.files[0]), pictures)
		if err != nil {
			return err
		}
		text = string(form)
	} else {
		text = picture.SVG(pictures)
	}
	if err := s.writeOutput(o.output, []byte(text), false); err != nil || o.output == stdinName {
		return err
	}
	told := drawn(o)
	if cut {
		told += "; the run was ended when the pictures were full: smaller sizes (-D) show all of it"
	}
	fmt.Fprintf(s.stderr, "descendc: wrote %s: %s\n", o.output, told)
	return nil
}

// drawn says what pictures are of: the function, and the sizes that it had.
func drawn(o *options) string {
	if len(o.defines) == 0 {
		return o.fn
	}
	return o.fn + " with " + strings.Join(o.defines, ", ")
}

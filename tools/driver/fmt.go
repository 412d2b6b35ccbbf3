package driver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"descend/frontend/ast"
	"descend/frontend/format"
	"descend/frontend/syntax"
)

// fmt is the command: it writes files in the style. Those with syntax errors stay as they are.
func (s *session) fmt(args []string) error {
	o := &options{}
	if err := s.parse(o, "fmt", args); err != nil {
		return done(err)
	}
	from, to, err := o.lineRange()
	if err != nil {
		return err
	}
	files, err := sourcesIn(o.files)
	if err != nil {
		return err
	}
	if len(files) > 1 {
		if o.lines != "" {
			return usagef("--lines is for one file, and there are %d", len(files))
		}
		s.together = &together{seen: map[string]bool{}}
	}
	other, failed := 0, error(nil)
	for _, file := range files {
		one := *o
		one.files = []string{file}
		changed, err := s.formatFile(&one, from, to)
		if _, wrong := errors.AsType[internal](err); wrong {
			return err
		}
		failed = s.next(failed, err, len(files) > 1)
		if changed {
			other++
		}
	}
	switch {
	case failed != nil && s.together != nil && o.diagnostics == "human":
		s.sumUp()
		return failed
	case failed == nil && o.onlyCheck && other > 0:
		return rejected{}
	}
	return failed
}

// lineRange are the lines that --lines gives; without it all are.
func (o *options) lineRange() (from, to int, err error) {
	if o.lines == "" {
		return 0, 0, nil
	}
	a, b, _ := strings.Cut(o.lines, ":")
	from, errA := strconv.Atoi(a)
	to, errB := strconv.Atoi(b)
	if errA != nil || errB != nil || from < 1 || to < from {
		return 0, 0, usagef("--lines takes two numbers, FIRST:LAST, not %q", o.lines)
	}
	return from, to, nil
}

// sourcesIn are the files that are named, and those of folders, each once. Folders with a dot before their name, as .git, are left out.
func sourcesIn(names []string) ([]string, error) {
	var out []string
	seen := map[string]bool{}
	add := func(file string) {
		if !seen[filepath.Clean(file)] {
			seen[filepath.Clean(file)] = true
			out = append(out, file)
		}
	}
	for _, name := range names {
		i, err := os.Stat(name)
		if err != nil || !i.IsDir() {
			add(name)
			continue
		}
		found := false
		err = filepath.WalkDir(name, func(file string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && file != name && strings.HasPrefix(d.Name(), "."):
				return filepath.SkipDir
			case !d.IsDir() && filepath.Ext(file) == ".desc":
				found = true
				add(file)
			}
			return nil
		})
		if err != nil {
			return nil, usagef("%v", err)
		}
		if !found {
			return nil, usagef("%s has no .desc files", name)
		}
	}
	return out, nil
}

// formatFile formats a file, or standard input to standard output. It says whether the text was in another style.
func (s *session) formatFile(o *options, from, to int) (changed bool, err error) {
	name := o.files[0]
	o.stdoutTaken = name == stdinName || o.diff || o.onlyCheck
	c, err := s.load(o)
	if err != nil {
		return false, err
	}
	var tree *ast.File
	var tokens []syntax.Token
	if err := c.stage("syntax", func() error {
		tree, tokens = syntax.ParseTokens(c.files[0], c.ctx, c.diags)
		return nil
	}); err != nil {
		return false, err
	}
	if err := c.verdict(); err != nil {
		return false, err
	}
	old, text := c.files[0].Text, ""
	err = c.stage("formatting", func() error {
		if text, err = format.File(tree, tokens); err == nil && o.lines != "" {
			text = format.Lines(old, text, from, to)
		}
		return err
	})
	switch changed = text != old; {
	case err != nil:
		return false, internal{c.files[0].Name + ": " + err.Error()}
	case o.diff:
		fmt.Fprint(s.stdout, format.Diff(c.files[0].Name, old, text))
		return changed, nil
	case o.onlyCheck:
		if changed {
			fmt.Fprintln(s.stdout, c.files[0].Name)
		}
		return changed, nil
	case changed || name == stdinName:
		return changed, s.writeOutput(name, []byte(text), false)
	}
	return false, nil
}

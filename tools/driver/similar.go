package driver

import (
	"os"
	"path/filepath"
	"strings"

	"descend/ir/spell"
)

// This file finds what the words of a wrong command line were meant to be.

// otherWords are what other compilers call commands.
var otherWords = map[string]string{
	"compile": "build", "exec": "run", "execute": "run", "start": "run", "lint": "check", "verify": "check", "format": "fmt", "init": "new", "create": "new",
	"repl": "eval", "profile": "report", "cost": "report", "plot": "draw", "benchmark": "bench", "autotune": "tune", "server": "lsp", "docs": "doc", "rules": "explain",
}

// similarCommand names the command that a word was meant to be.
func similarCommand(word string) string {
	if other := otherWords[strings.ToLower(word)]; other != "" {
		return "; did you mean " + other + "?"
	}
	return spell.DidYouMean(strings.ToLower(word), commandNames())
}

// similarFunction names the function that a word was meant to be: one of a module by its last name, or one that is spelled nearly so.
func similarFunction(word string, names []string) string {
	for _, n := range names {
		if strings.HasSuffix(n, "::"+word) {
			return "; did you mean " + n + "?"
		}
	}
	return spell.DidYouMean(word, names)
}

// similarFile names the program that is there in place of one that is not.
func similarFile(name string) string {
	if _, err := os.Stat(name); err == nil {
		return ""
	}
	if i, err := os.Stat(name + ".desc"); err == nil && i.Mode().IsRegular() {
		return "; did you mean " + name + ".desc?"
	}
	dir, base := filepath.Split(name)
	entries, err := os.ReadDir(filepath.Clean(dir))
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); ext == ".desc" || ext == ".mlir" {
			names = append(names, e.Name())
		}
	}
	for _, word := range []string{base, base + ".desc"} {
		if near := spell.Nearest(word, names); near != "" {
			return "; did you mean " + dir + near + "?"
		}
	}
	return ""
}

// isAssignment proposes the flag for what stands among the files and is none: n=1.
func (o *options) isAssignment() error {
	for _, f := range o.files {
		name, value, ok := strings.Cut(f, "=")
		if _, err := os.Stat(f); err == nil || !ok || name == "" {
			continue
		}
		one := &options{defines: []string{f}}
		switch isSize := one.parseDefines() == nil; {
		case isSize && o.takesArgs:
			return usagef("%s is no file: a size is given by -D %s, an argument by --arg %s", f, f, f)
		case isSize:
			return usagef("%s is no file: a size is given by -D %s", f, f)
		case o.takesArgs && value != "":
			return usagef("%s is no file: an argument is given by --arg %s", f, f)
		}
	}
	return nil
}

// ofRun names the command for flags that build does not have, where no command is named.
func ofRun(args []string) error {
	build, run := new(options).flagSet("build"), new(options).flagSet("run")
	for _, a := range args[1:] {
		flag, _, _ := strings.Cut(a, "=")
		name := strings.TrimLeft(flag, "-")
		if a == "--" {
			return nil
		}
		if len(name) < len(flag) && run.Lookup(name) != nil && build.Lookup(name) == nil {
			return usagef("%s is of run: descendc run %s ..; without a command files are compiled", flag, args[0])
		}
	}
	return nil
}

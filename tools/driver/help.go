package driver

import (
	"fmt"
	"strconv"
	"strings"

	"descend/ir/console"
)

const stdinNote = "FILE.desc may be - for standard input; what is built from it goes to standard output."

// statuses say what the exit statuses mean; docs/using.md has a table of them.
var statuses = []struct{ status, means string }{
	{strconv.Itoa(exitOK), "done"},
	{strconv.Itoa(exitRejected), "the program is rejected, or a run failed"},
	{strconv.Itoa(exitUsage), "wrong usage, or a file that cannot be read or written"},
	{strconv.Itoa(exitTool), "a tool or a device is missing"},
	{strconv.Itoa(exitInternal), "internal error"},
	{strconv.Itoa(exitTimeout), "ended by --timeout"},
	{strconv.Itoa(exitSignal) + " + N", "ended by the signal N (130: ^C)"},
}

// statusText is all of them in a sentence.
func statusText() string {
	var all []string
	for _, s := range statuses {
		all = append(all, s.status+" "+s.means)
	}
	return strings.Join(all, "; ") + "."
}

// usage is the help of the command line.
func usage() string {
	var b strings.Builder
	line := func(what, does string) { console.Entry(&b, "    "+what, 46, does) }
	b.WriteString("descendc compiles, checks and runs Descend programs.\n\n")
	line("descendc FILE.desc..", "compile to PTX (build --emit=ptx)")
	for _, c := range commands() {
		line(c.line(), c.short)
	}
	b.WriteString("\n" + stdinNote + "\n\n")
	console.Wrap(&b, "Exit status: "+statusText(), "")
	return b.String()
}

// help is the command: what all commands are, or how one is used.
func (s *session) help(args []string) error {
	if len(args) == 0 {
		fmt.Fprint(s.stdout, usage())
		return nil
	}
	c, ok := commandNamed(args[0])
	if !ok {
		return usagef("no command %q; the commands are %s%s", args[0], strings.Join(commandNames(), ", "), similarCommand(args[0]))
	}
	var b strings.Builder
	b.WriteString(c.line() + "\n\n")
	console.Wrap(&b, c.short, "")
	fmt.Fprintf(&b, "\nFor example: %s\n", c.example)
	if flags := new(options).flagSet(c.name).FlagUsagesWrapped(console.Columns); flags != "" {
		b.WriteString("\nFlags:\n" + flags)
	}
	if c.name == "build" {
		b.WriteString("\n--emit is one of:\n")
		for _, k := range kinds {
			console.Entry(&b, "  "+k.name, 13, k.help)
		}
	}
	fmt.Fprint(s.stdout, b.String())
	return nil
}

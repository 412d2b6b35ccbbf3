package driver

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// man is the command: it prints the manual page, which follows from the commands and their flags.
func (s *session) man(args []string) error {
	if len(args) > 0 {
		return usagef("man takes no arguments: descendc man > descendc.1")
	}
	fmt.Fprint(s.stdout, manPage())
	return nil
}

// manPage is the manual page in the language of man.
func manPage() string {
	var b strings.Builder
	b.WriteString(".TH DESCENDC 1\n.SH NAME\ndescendc \\- compiles, checks and runs Descend programs\n.SH SYNOPSIS\n")
	for i, c := range commands() {
		if i > 0 {
			b.WriteString(".br\n")
		}
		fmt.Fprintf(&b, "%s\n", roff(c.line()))
	}
	fmt.Fprintf(&b, ".SH DESCRIPTION\nWithout a command files are built. %s\n.SH COMMANDS\n", roff(stdinNote))
	for _, c := range commands() {
		fmt.Fprintf(&b, ".SS %s\n%s. For example:\n.PP\n.RS 4\n%s\n.RE\n", roff(c.name), roff(c.short), roff(c.example))
		for _, f := range flagsOf(c) {
			value, means := pflag.UnquoteUsage(f)
			if value = " " + value; !takesValue(f) {
				value = ""
			}
			fmt.Fprintf(&b, ".TP\n%s\n%s\n", roff(strings.Join(spellings(f), ", ")+value), roff(means))
		}
		if c.name == "build" {
			b.WriteString(".PP\nThe values of --emit are\n")
			for _, k := range kinds {
				fmt.Fprintf(&b, ".TP\n%s\n%s\n", roff(k.name), roff(k.help))
			}
		}
	}
	fmt.Fprintf(&b, ".SH EXIT STATUS\n%s\n", roff(statusText()))
	return b.String()
}

// roff is a text as man reads it: what it would take for a command or an escape is escaped.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "^", `\(ha`, "`", `\(ga`, "'", `\(aq`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}

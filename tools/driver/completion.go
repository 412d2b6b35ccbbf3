package driver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"descend/backend/ptx"
	"descend/ir/spell"
)

// shellNames are the shells that completions are made for.
func shellNames() []string { return []string{"bash", "zsh", "fish"} }

// completion is the command: it prints what makes a shell complete command lines. All of it follows from the commands and their flags.
func (s *session) completion(args []string) error {
	if len(args) != 1 {
		return usagef("completion takes a shell: %s", strings.Join(shellNames(), ", "))
	}
	switch args[0] {
	case "bash":
		fmt.Fprint(s.stdout, bashScript())
		return nil
	case "zsh":
		fmt.Fprint(s.stdout, zshScript())
		return nil
	case "fish":
		fmt.Fprint(s.stdout, fishScript())
		return nil
	}
	return usagef("completion is for %s, not %q%s", strings.Join(shellNames(), ", "), args[0], spell.DidYouMean(args[0], shellNames()))
}

// Annotations of a flag: the values that it takes where there are few, and that its value is a file, or ends with one behind `=`.
const valuesOf, filesOf = "values", "files"

// noteValues notes on flags which values they take.
func noteValues(f *pflag.FlagSet) {
	f.VisitAll(func(f *pflag.Flag) {
		kind, values := valuesOf, []string(nil)
		switch f.Name {
		case "diagnostics":
			values = diagnosticForms
		case "emit":
			values = kindNames()
		case "target":
			values = append(slices.Concat(ptx.Targets(), ptx.NewTargets()), cpuTarget)
		case "optimize":
			values = []string{"0", "1", "2", "3"}
		case "align":
			values = []string{"element"}
		case "layout":
			values = []string{"chosen", "plain"}
		case "device":
			values = []string{"sim", "cpu", "cuda"}
		case "color":
			values = []string{"block", "warp", "thread"}
		case "format":
			values = []string{"text", "markdown", "html"}
		case "output", "out", "arg", "lib", "tuned", "profile", "save", "against", "html", "dir":
			kind = filesOf
		default:
			return
		}
		f.Annotations = map[string][]string{kind: values}
	})
}

// flagsOf are the flags of a command.
func flagsOf(c command) (list []*pflag.Flag) {
	new(options).flagSet(c.name).VisitAll(func(f *pflag.Flag) { list = append(list, f) })
	return list
}

// spellings are the ways to write a flag.
func spellings(f *pflag.Flag) []string {
	out := []string{"--" + f.Name}
	if f.Shorthand != "" {
		out = append(out, "-"+f.Shorthand)
	}
	return out
}

// meaning is what the help says of a flag.
func meaning(f *pflag.Flag) string {
	_, text := pflag.UnquoteUsage(f)
	return text
}

// takesValue says whether a value follows a flag.
func takesValue(f *pflag.Flag) bool { return f.NoOptDefVal == "" }

// isFile says whether the value of a flag is a file, or ends with one.
func isFile(f *pflag.Flag) bool {
	_, ok := f.Annotations[filesOf]
	return ok
}

// files says whether programs may stand behind the command.
func (c command) files() bool { return len(c.endings()) > 0 }

// endings are those of the files that may stand behind the command.
func (c command) endings() (list []string) {
	for _, e := range []string{"desc", "mlir"} {
		if strings.Contains(c.args, "."+e) {
			list = append(list, e)
		}
	}
	return list
}

// valueCases writes the cases of a shell's `case command:flag` with what is done for the values of each flag: nothing is offered where
// anything may stand.
func valueCases(b *strings.Builder, values func([]string) string, files string) {
	for _, c := range commands() {
		for _, f := range flagsOf(c) {
			if !takesValue(f) {
				continue
			}
			var patterns []string
			for _, s := range spellings(f) {
				patterns = append(patterns, c.name+":"+s)
			}
			does := "return"
			if v := f.Annotations[valuesOf]; len(v) > 0 {
				does = values(v)
			} else if isFile(f) {
				does = files + "; return"
			}
			fmt.Fprintf(b, "  %s) %s ;;\n", strings.Join(patterns, "|"), does)
		}
	}
}

// bashScript completes in bash, where `--emit=p` and `std::warp` are three words: they are put together, and what is offered are the ends
// of words behind the last of these signs. Names of files may have blanks.
func bashScript() string {
	var b strings.Builder
	b.WriteString(`# descendc for bash: eval "$(descendc completion bash)"
_descendc_words() {
  local head=${cur%"${cur##*[=:]}"}
  COMPREPLY=($(compgen -W "$*" -- "$cur"))
  COMPREPLY=("${COMPREPLY[@]#"$head"}")
}
_descendc_files() { # .desc, or .desc|.mlir, or nothing for all
  local IFS=$'\n' file=${cur##*=}
  file=${file//\\/} file=${file#[\"\']}
  compopt -o filenames 2>/dev/null
  COMPREPLY+=($(compgen -f -- "$file" | while read -r f; do
    if [[ -z $1 || $f =~ ($1)$ ]] || [[ -d $f ]]; then printf '%s\n' "$f"; fi
  done))
}
_descendc() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev command=build words= i=$COMP_CWORD
  COMPREPLY=()
  while ((i > 1)) && [[ ${COMP_WORDS[i]} == [=:]* || ${COMP_WORDS[i-1]} == *[=:] ]]; do
    cur=${COMP_WORDS[--i]}$cur
  done
  prev=${COMP_WORDS[i-1]}
  if [[ $cur == --*=* ]]; then
    prev=${cur%%=*} cur=${cur#*=}
  fi
  case ${COMP_WORDS[1]} in
`)
	fmt.Fprintf(&b, "  %s) ((i > 1)) && command=${COMP_WORDS[1]} ;;\n  esac\n", strings.Join(commandNames(), "|"))
	fmt.Fprintf(&b, "  if [[ $command == watch ]] && ((i > 2)); then\n    case ${COMP_WORDS[2]} in\n    %s) command=${COMP_WORDS[2]} ;;\n    esac\n  fi\n", strings.Join(watched(), "|"))
	b.WriteString("  case $command:$prev in\n")
	valueCases(&b, func(v []string) string { return "_descendc_words " + strings.Join(v, " ") + "; return" }, "_descendc_files")
	b.WriteString("  esac\n  case $command in\n")
	for _, c := range commands() {
		var flags []string
		for _, f := range flagsOf(c) {
			flags = append(flags, spellings(f)...)
		}
		fmt.Fprintf(&b, "  %s) [[ $cur == -* ]] && words=\"%s\" || words=\"%s\" ;;\n", c.name, strings.Join(flags, " "), strings.Join(c.operands(), " "))
	}
	fmt.Fprintf(&b, "  esac\n  ((i == 1)) && words+=\" %s\"\n", strings.Join(commandNames(), " "))
	b.WriteString("  _descendc_words $words\n  [[ $cur == -* ]] && return\n  case $command in\n")
	for _, c := range commands() {
		if c.files() {
			fmt.Fprintf(&b, "  %s) _descendc_files '[.]%s' ;;\n", c.name, strings.Join(c.endings(), "|[.]"))
		}
	}
	b.WriteString("  esac\n}\ncomplete -F _descendc descendc\n")
	return b.String()
}

// withFiles are the commands behind which programs may stand.
func withFiles() (names []string) {
	for _, c := range commands() {
		if c.files() {
			names = append(names, c.name)
		}
	}
	return names
}

// zshScript completes in zsh, with what each word means.
func zshScript() string {
	var b strings.Builder
	b.WriteString(`#compdef descendc
# descendc for zsh: descendc completion zsh > a folder of $fpath/_descendc
_descendc() {
  local cur=$words[CURRENT] prev=$words[CURRENT-1] command=build
  local -a list
  case $words[2] in
`)
	fmt.Fprintf(&b, "  %s) ((CURRENT > 2)) && command=$words[2] ;;\n  esac\n", strings.Join(commandNames(), "|"))
	fmt.Fprintf(&b, "  if [[ $command == watch ]] && ((CURRENT > 3)); then\n    case $words[3] in\n    %s) command=$words[3] ;;\n    esac\n  fi\n", strings.Join(watched(), "|"))
	b.WriteString(`  if [[ $cur == --*=* ]]; then
    prev=${cur%%=*}
    compset -P '*='
  fi
  case $command:$prev in
`)
	valueCases(&b, func(v []string) string { return "compadd -- " + strings.Join(v, " ") + "; return" }, "compset -P '*='; _files")
	b.WriteString("  esac\n  if [[ $cur == -* ]]; then\n    case $command in\n")
	for _, c := range commands() {
		var flags []string
		for _, f := range flagsOf(c) {
			for _, s := range spellings(f) {
				flags = append(flags, zshWord(s, meaning(f)))
			}
		}
		fmt.Fprintf(&b, "    %s) list=(%s) ;;\n", c.name, strings.Join(flags, " "))
	}
	b.WriteString("    esac\n    _describe flag list\n    return\n  fi\n  if ((CURRENT == 2)); then\n    list=(\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "      %s\n", zshWord(c.name, c.short))
	}
	b.WriteString("    )\n    _describe command list\n  fi\n  case $command in\n")
	for _, c := range commands() {
		if words := c.operands(); len(words) > 0 {
			fmt.Fprintf(&b, "  %s) compadd -- %s ;;\n", c.name, strings.Join(words, " "))
		}
	}
	b.WriteString("  esac\n  case $command in\n")
	for _, c := range commands() {
		if c.files() {
			fmt.Fprintf(&b, "  %s) _files -g '*.%s' ;;\n", c.name, strings.Join(c.endings(), " *."))
		}
	}
	b.WriteString("  esac\n}\nif [[ $funcstack[1] == _descendc ]]; then\n  _descendc\nelse\n  compdef _descendc descendc\nfi\n")
	return b.String()
}

// zshWord is a word and what it means, for _describe.
func zshWord(word, means string) string {
	return quoted(strings.ReplaceAll(word, ":", `\:`)+":"+means, `'\''`)
}

// quoted is a text between single quotes, for a shell that writes such a quote as quote in it.
func quoted(text, quote string) string { return "'" + strings.ReplaceAll(text, "'", quote) + "'" }

// fishScript completes in fish.
func fishScript() string {
	var b strings.Builder
	b.WriteString("# descendc for fish: descendc completion fish > ~/.config/fish/completions/descendc.fish\n")
	none := "not __fish_seen_subcommand_from " + strings.Join(commandNames(), " ")
	b.WriteString("complete -c descendc -f\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "complete -c descendc -n '%s' -a %s -d %s\n", none, c.name, quoted(c.short, `\'`))
	}
	fmt.Fprintf(&b, "complete -c descendc -n '%s; or __fish_seen_subcommand_from %s' -k -xa '(__fish_complete_suffix .desc)'\n", none, strings.Join(withFiles(), " "))
	for _, c := range commands() {
		seen := "complete -c descendc -n '__fish_seen_subcommand_from " + c.name + "'"
		if words := c.operands(); len(words) > 0 {
			fmt.Fprintf(&b, "%s -a '%s'\n", seen, strings.Join(words, " "))
		}
		for _, f := range flagsOf(c) {
			fmt.Fprintf(&b, "%s -l %s", seen, f.Name)
			if f.Shorthand != "" {
				fmt.Fprintf(&b, " -s %s", f.Shorthand)
			}
			switch values := f.Annotations[valuesOf]; {
			case len(values) > 0:
				fmt.Fprintf(&b, " -xa '%s'", strings.Join(values, " "))
			case isFile(f) && takesValue(f):
				b.WriteString(" -r -F")
			case takesValue(f):
				b.WriteString(" -x")
			}
			fmt.Fprintf(&b, " -d %s\n", quoted(meaning(f), `\'`))
		}
	}
	return b.String()
}

// operands are the words that may stand behind a command, if they are not files.
func (c command) operands() []string {
	if c.words == nil {
		return nil
	}
	return c.words()
}

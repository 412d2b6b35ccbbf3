package driver

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// completion is a script for a shell that completes the flags and passes of the tool, the values of flags that have few, and
// else files:
//
//	source <(descend-opt --completion=bash)
//	descend-opt --completion=zsh > "${fpath[1]}/_descend-opt"
//	descend-opt --completion=fish > ~/.config/fish/completions/descend-opt.fish
func completion(shell, name string, fs *pflag.FlagSet) string {
	var flags []*pflag.Flag
	fs.VisitAll(func(f *pflag.Flag) { flags = append(flags, f) })
	switch shell {
	case "bash":
		return bashCompletion(name, flags)
	case "zsh":
		return zshCompletion(name, flags)
	}
	return fishCompletion(name, flags)
}

func bashCompletion(name string, flags []*pflag.Flag) string {
	var b strings.Builder
	fn := "_" + strings.ReplaceAll(name, "-", "_")
	var words []string
	fmt.Fprintf(&b, `%s() {
  local word="${COMP_WORDS[COMP_CWORD]}" flag="${COMP_WORDS[COMP_CWORD-1]}" values=
  if [[ $word == = ]]; then # is a word of its own
    word=
  elif [[ $flag == = ]]; then
    flag="${COMP_WORDS[COMP_CWORD-2]}"
  fi
  flag="${flag#-}"
  case "${flag#-}" in
`, fn)
	for _, f := range flags {
		words = append(words, f.Name+valueMark(f))
		if list := values(f); list != nil {
			fmt.Fprintf(&b, "  %s) values='%s' ;;\n", f.Name, strings.Join(list, " "))
		}
	}
	fmt.Fprintf(&b, `  esac
  if [[ $values ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
  elif [[ $word == -* ]]; then
    local dashes=-
    [[ $word == --* || $word == - ]] && dashes=--
    word="${word#-}"
    mapfile -t COMPREPLY < <(compgen -P $dashes -W '%s' -- "${word#-}")
    [[ ${COMPREPLY-} == *= ]] && compopt -o nospace
  fi # else, with no reply, files
}
complete -o default -F %s %s
`, strings.Join(words, " "), fn, name)
	return b.String()
}

func zshCompletion(name string, flags []*pflag.Flag) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %s\n_arguments \\\n", name)
	for _, f := range flags {
		value := ""
		if valueMark(f) != "" {
			value = ":value:_files"
		}
		if list := values(f); list != nil {
			value = ":value:(" + strings.Join(list, " ") + ")"
		}
		fmt.Fprintf(&b, "  '--%s%s[%s]%s' \\\n", f.Name, valueMark(f), zshText(f.Usage), value)
	}
	b.WriteString("  '*:input file:_files'\n")
	return b.String()
}

func fishCompletion(name string, flags []*pflag.Flag) string {
	var b strings.Builder
	for _, f := range flags {
		arg := ""
		if valueMark(f) != "" {
			arg = " -r"
		}
		if list := values(f); list != nil {
			arg = " -x -a '" + strings.Join(list, " ") + "'"
		}
		fmt.Fprintf(&b, "complete -c %s -l %s%s -d '%s'\n", name, f.Name, arg, strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(f.Usage))
	}
	return b.String()
}

// values are those that a flag can have, nil if they are many.
func values(f *pflag.Flag) []string {
	if v, ok := f.Value.(interface{ choices() []string }); ok {
		return v.choices()
	}
	return nil
}

// valueMark is "=" for flags that need a value.
func valueMark(f *pflag.Flag) string {
	if f.NoOptDefVal != "" {
		return ""
	}
	return "="
}

// zshText is a description inside brackets and single quotes.
func zshText(s string) string {
	return strings.NewReplacer(`'`, `'\\''`, "[", `\[`, "]", `\]`, ":", `\:`).Replace(s)
}

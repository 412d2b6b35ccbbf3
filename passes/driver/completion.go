package driver

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// completion is a script for a shell that completes the flags and passes of the tool, and else files:
//
//	source <(descend-opt --completion=bash)
//	descend-opt --completion=zsh > "${fpath[1]}/_descend-opt"
//	descend-opt --completion=fish > ~/.config/fish/completions/descend-opt.fish
func completion(shell, name string, fs *pflag.FlagSet) string {
	var b strings.Builder
	var flags []*pflag.Flag
	fs.VisitAll(func(f *pflag.Flag) { flags = append(flags, f) })
	switch shell {
	case "bash":
		fn := "_" + strings.ReplaceAll(name, "-", "_")
		var words []string
		for _, f := range flags {
			words = append(words, "--"+f.Name+valueMark(f))
		}
		fmt.Fprintf(&b, "%s() {\n  local word=\"${COMP_WORDS[COMP_CWORD]}\"\n  if [[ $word == -* ]]; then\n", fn)
		fmt.Fprintf(&b, "    COMPREPLY=($(compgen -W '%s' -- \"$word\"))\n    [[ ${COMPREPLY-} == *= ]] && compopt -o nospace\n", strings.Join(words, " "))
		fmt.Fprintf(&b, "  else\n    COMPREPLY=($(compgen -f -- \"$word\"))\n  fi\n}\ncomplete -o filenames -F %s %s\n", fn, name)
	case "zsh":
		fmt.Fprintf(&b, "#compdef %s\n_arguments \\\n", name)
		for _, f := range flags {
			fmt.Fprintf(&b, "  '--%s%s[%s]%s' \\\n", f.Name, valueMark(f), zshText(f.Usage), map[bool]string{true: ":value:_files"}[valueMark(f) != ""])
		}
		b.WriteString("  '*:input file:_files'\n")
	case "fish":
		for _, f := range flags {
			arg := ""
			if valueMark(f) != "" {
				arg = " -r"
			}
			fmt.Fprintf(&b, "complete -c %s -l %s%s -d '%s'\n", name, f.Name, arg, strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(f.Usage))
		}
	}
	return b.String()
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

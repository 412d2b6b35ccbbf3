package driver_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/ir/need"
	"descend/tools/driver"
)

// completes are command lines, of which the last word is completed, with words that must and must not be offered.
var completes = []struct {
	line       string
	some, none []string
}{
	{"descendc ", []string{"build", "fmt", "explain", "a.desc", "sub"}, []string{"note.txt", "--emit"}},
	{"descendc bu", []string{"build"}, []string{"fmt", "a.desc"}},
	{"descendc build --", []string{"--emit", "--target", "--debug"}, []string{"--fn", "build"}},
	{"descendc run --", []string{"--fn", "--device", "--out"}, []string{"--emit"}},
	{"descendc build --emit ", []string{"ptx", "python", "exe"}, []string{"a.desc"}},
	{"descendc build a.desc --emit py", []string{"python"}, []string{"ptx"}},
	{"descendc run a.desc --device ", []string{"sim", "cpu", "cuda"}, []string{"ptx"}},
	{"descendc fmt --ch", []string{"--check"}, []string{"--diff"}},
	{"descendc check a", []string{"a.desc"}, []string{"note.txt", "sub"}},
	{"descendc explain narr", []string{"narrowing"}, []string{"barrier", "a.desc"}},
	{"descendc help f", []string{"fmt"}, []string{"build"}},
	{"descendc watch ", []string{"check", "test", "a.desc"}, []string{"watch", "new"}},
	{"descendc watch test --sch", []string{"--schedules"}, []string{"--times"}},
	{"descendc run ", []string{"a.desc", "b.mlir"}, nil},
	{"descendc build b", []string{}, []string{"b.mlir"}},
	{"descendc build my", []string{"my prog.desc"}, []string{"my", "prog.desc"}},
	{"descendc run a.desc --max-errors ", nil, []string{"a.desc", "note.txt", "run"}},
	{"descendc build --output ", []string{"note.txt", "a.desc"}, []string{"ptx"}},
	{"descendc doc shfl_", []string{"shfl_down", "shfl_xor"}, []string{"std::warp", "a.desc"}},
	{"descendc doc Gpu", []string{"GpuGlobal::copy"}, nil},
	{"descendc doc sq", []string{"sqrt"}, nil},
	{"descendc doc transp", []string{"transpose"}, nil},
	{"descendc completion ", []string{"bash", "zsh", "fish"}, []string{"a.desc"}},
}

// script is what descendc prints for a shell.
func script(t *testing.T, shell string) string {
	var out, errs bytes.Buffer
	if status := driver.Main([]string{"completion", shell}, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	return out.String()
}

// TestCompletion completes command lines in the shells that there are.
func TestCompletion(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.desc", "note.txt", "b.mlir", "my prog.desc", "sub/b.desc"} {
		file := filepath.Join(dir, name)
		if os.MkdirAll(filepath.Dir(file), 0o777) != nil || os.WriteFile(file, []byte("use m;\n"), 0o666) != nil {
			t.Fatal("cannot write")
		}
	}
	// Each prints what the shell offers for a line, a word a line: in zsh, which completes at terminals only, what the script hands over.
	tails := map[string]string{
		"bash": `words=($LINE); [[ $LINE == *" " ]] && words+=("")
COMP_WORDS=("${words[@]}"); COMP_CWORD=$((${#words[@]} - 1)); _descendc descendc; printf '%s\n' "${COMPREPLY[@]}"`,
		"fish": `complete -C"$LINE" | string replace -r '\t.*' ''; true`,
		"zsh": `offer() { for w in "$@"; do [[ $w == $words[CURRENT]* ]] && print -r -- $w; done }
compadd() { while [[ $1 == -* && $1 != -- ]]; do shift; done; shift; offer "$@" }
_describe() { offer "${(@P)2%%:*}" }
compset() { }
_files() { if [[ $1 == -g ]]; then setopt nullglob; offer ${~${(z)2}} *(/); else offer *; fi }
words=(${=LINE}); [[ $LINE == *" " ]] && words+=(""); CURRENT=$#words; _descendc; true`,
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			program := need.Program(t, shell)
			t.Chdir(dir)
			text := script(t, shell)
			if shell == "zsh" {
				text = "compdef() { }\n" + text
			}
			for _, c := range completes {
				set := "LINE='" + c.line + "'\n"
				if shell == "fish" {
					set = "set LINE '" + c.line + "'\n"
				}
				flags := map[string][]string{"bash": {"--norc"}, "zsh": {"-f"}, "fish": {"--no-config"}}[shell]
				file := filepath.Join(t.TempDir(), "run")
				if err := os.WriteFile(file, []byte(text+set+tails[shell]+"\n"), 0o666); err != nil {
					t.Fatal(err)
				}
				got := strings.Split(need.Run(t, "", program, append(flags, file)...), "\n")
				for i, w := range got {
					got[i] = strings.TrimSuffix(w, "/")
				}
				for _, w := range c.some {
					if !slices.Contains(got, w) {
						t.Errorf("%q: %s is not offered: %q", c.line, w, got)
					}
				}
				for _, w := range c.none {
					if slices.Contains(got, w) && (shell != "fish" || !slices.Contains([]string{"note.txt", "b.mlir"}, w)) { // fish offers other files last
						t.Errorf("%q: %s is offered: %q", c.line, w, got)
					}
				}
			}
		})
	}
}

// TestCompletedNames shows what each name is that is offered behind doc.
func TestCompletedNames(t *testing.T) {
	_, text, _ := strings.Cut(script(t, "fish"), "__fish_seen_subcommand_from doc' -a '")
	text, _, _ = strings.Cut(text, "'")
	names := strings.Fields(text)
	for _, want := range []string{"std", "std::warp", "std::warp::sum", "shfl_down", "GpuGlobal::zeros", "sqrt", "group_up", "transpose"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not offered", want)
		}
	}
	for _, name := range names {
		var out, errs bytes.Buffer
		if status := driver.Main([]string{"doc", name}, strings.NewReader(""), &out, &errs); status != 0 || out.Len() == 0 {
			t.Errorf("%s is offered: status %d, %s", name, status, errs.String())
		}
	}
}

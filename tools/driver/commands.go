package driver

import (
	"fmt"
	"os"
	"strings"

	"descend/docs"
	"descend/tools/version"
)

// command is a word that may stand first on the command line.
type command struct {
	name, args string // the word, and what may stand behind it
	short      string // what it does, in a line
	run        func(*session, []string) error
	words      func() []string // what may stand behind it, if not files
	example    string          // a command line, in a folder that `descendc new` made
}

// commands are all of them, in the order of the help.
func commands() []command {
	return []command{
		{"build", "FILE.desc.. [flags]", "compile; --emit selects what", (*session).build, nil, "descendc build scale.desc --target=sm_90"},
		{"check", "FILE.desc.. [flags]", "check only", (*session).check, nil, "descendc check scale.desc --explain-effects"},
		{"run", "FILE.desc|FILE.mlir [flags]", "run a function, by default main, on the simulator", (*session).run, nil, "descendc run main.desc --arg x=1,2,3 --arg factor=2 --out x=-"},
		{"test", "[FILE.desc|FOLDER..] [flags]", "run the functions marked as tests: on the simulator in several orders, and on the CPU", (*session).test, nil, "descendc test --run scaled"},
		{"bench", "FILE.desc [flags]", "take the time of kernels: of the functions marked as benchmarks, or of one", (*session).bench, nil,
			"descendc bench scale.desc --device=sim --fn scale --arg x=ones --arg factor=2 -D n=1000"},
		{"watch", "[--times N] [check|test|run|..] FILE.desc|FOLDER.. [flags]", "run a command, by default check, again whenever a file changes that it reads", (*session).watch, watched,
			"descendc watch --times=1 check main.desc"},
		{"doc", "[std|MODULE|NAME|FILE.desc..] [flags]", "what public items are: of the modules of the language, or of files", (*session).doc, docNames, "descendc doc std::warp"},
		{"eval", "'EXPR' [FILE.desc..] [flags]", "run statements of the CPU, - for standard input, and show the value and type of the last term", (*session).eval, nil, "descendc eval --view transpose --shape 2x3"},
		{"report", "FILE.desc [flags]", "what kernels cost a GPU, found without running; what to change", (*session).report, nil, "descendc report scale.desc"},
		{"draw", "FILE.desc [flags]", "who touches what when a function runs, as a page or SVG", (*session).draw, nil, "descendc draw scale.desc -o scale.svg -D n=600"},
		{"playground", "[flags]", "serve the playground's page to this machine, with PTX and runs on the CPU", (*session).playground, nil, "descendc playground --port=8000"},
		{"tune", "FILE.desc -D NAME=A,B,.. [flags]", "run a function with several sizes, and record which are the best", (*session).tune, nil,
			"descendc tune main.desc -D n=256,512 --arg x=ones --arg factor=2"},
		{"new", "NAME", "make a folder with a first program, a test and a README", (*session).new, nil, "descendc new first"},
		{"fmt", "FILE.desc|FOLDER.. [flags]", "write programs in the style", (*session).fmt, nil, "descendc fmt --check ."},
		{"lsp", "[flags]", "serve an editor: the language server, on standard input and output", (*session).lsp, nil, "descendc lsp"},
		{"explain", "[RULE]", "what a rule is, with a wrong and a right program; the list of rules", (*session).explain, docs.Slugs, "descendc explain narrowing"},
		{"completion", "SHELL", "what makes bash, zsh or fish complete command lines", (*session).completion, shellNames, "descendc completion bash"},
		{"man", "", "the manual page, for man -l", (*session).man, nil, "descendc man"},
		{"doctor", "", "what works on this machine, and how to get what is missing", (*session).doctor, nil, "descendc doctor"},
		{"version", "", "versions of the compiler, of Go and of LLVM", (*session).version, nil, "descendc version"},
		{"help", "[COMMAND]", "the flags of a command", (*session).help, commandNames, "descendc help run"},
	}
}

// line is how the command is called.
func (c command) line() string { return strings.TrimSpace("descendc " + c.name + " " + c.args) }

// commandNamed finds a command by its word.
func commandNamed(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// dispatch runs the command that the arguments name; without one, files are built.
func (s *session) dispatch(args []string) error {
	if len(args) == 0 {
		fmt.Fprint(s.stderr, usage())
		return usageError{"no input file"}
	}
	word := args[0]
	switch word {
	case "--help", "-help", "-h":
		word = "help"
	case "--version", "-version":
		word = "version"
	}
	if c, ok := commandNamed(word); ok {
		if rest := args[1:]; len(rest) == 1 && (rest[0] == "--help" || rest[0] == "-help" || rest[0] == "-h") {
			return s.help([]string{word})
		}
		return c.run(s, args[1:])
	}
	if err := commandOrFile(word); err != nil {
		return err
	}
	if err := ofRun(args); err != nil {
		return err
	}
	return s.build(args)
}

// commandOrFile wants that a word which is to be a command or a file can be one: what is no command, and has no dot as the names of files
// have, is there.
func commandOrFile(word string) error {
	if _, ok := commandNamed(word); ok || strings.HasPrefix(word, "-") || strings.Contains(word, ".") {
		return nil
	}
	if _, err := os.Stat(word); err != nil {
		similar := similarCommand(word)
		if similar == "" {
			similar = similarFile(word)
		}
		return usagef("%s is neither a command (%s) nor a file%s", word, strings.Join(commandNames(), ", "), similar)
	}
	return nil
}

func (s *session) version(args []string) error {
	if len(args) > 0 {
		return usagef("version takes no arguments")
	}
	fmt.Fprint(s.stdout, version.Text("descendc"))
	return nil
}

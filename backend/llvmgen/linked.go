package llvmgen

import (
	"strconv"
	"strings"
)

// LinesIn reads LLVM IR with line tables: the line of a file that each location (its number) comes from. What was inlined from another file, as
// the library, comes from the line of the call.
func LinesIn(text, file string) map[string]int {
	type place struct {
		line      int
		scope, at string
	}
	places, scopes, files := map[string]place{}, map[string]string{}, map[string]string{}
	for line := range strings.SplitSeq(text, "\n") {
		number, node, ok := strings.Cut(line, " = ")
		if !ok || !strings.HasPrefix(number, "!") {
			continue
		}
		number = number[1:]
		switch kind := strings.TrimPrefix(node, "distinct "); {
		case strings.HasPrefix(kind, "!DILocation("):
			n, _ := strconv.Atoi(after(kind, "line: "))
			places[number] = place{n, after(kind, "scope: !"), after(kind, "inlinedAt: !")}
		case strings.HasPrefix(kind, "!DISubprogram("):
			scopes[number] = after(kind, " file: !")
		case strings.HasPrefix(kind, "!DIFile("):
			_, name, _ := strings.Cut(kind, `filename: "`)
			files[number], _, _ = strings.Cut(name, `"`)
		}
	}
	out := map[string]int{}
	for number := range places {
		at := number
		for range len(places) {
			p, there := places[at]
			if !there {
				break
			}
			if files[scopes[p.scope]] == file {
				out[number] = p.line
				break
			}
			at = p.at
		}
	}
	return out
}

// after are the digits behind a word, at its last place in a text: names stand before numbers.
func after(text, word string) string {
	i := strings.LastIndex(text, word)
	if i < 0 {
		return ""
	}
	text = text[i+len(word):]
	return text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
}

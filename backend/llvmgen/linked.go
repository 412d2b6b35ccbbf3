package llvmgen

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

var (
	debugPlace = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^!(\d+) = .*!DILocation\(line: (\d+), column: \d+, scope: !(\d+)(?:, inlinedAt: !(\d+))?`)
	})
	debugScope = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^!(\d+) = .*!DISubprogram\(.*\bfile: !(\d+)`) })
	debugFile  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^!(\d+) = .*!DIFile\(filename: "([^"]*)"`) })
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
		if !strings.HasPrefix(line, "!") {
			continue
		}
		if m := debugPlace().FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[2])
			places[m[1]] = place{n, m[3], m[4]}
		} else if m := debugScope().FindStringSubmatch(line); m != nil {
			scopes[m[1]] = m[2]
		} else if m := debugFile().FindStringSubmatch(line); m != nil {
			files[m[1]] = m[2]
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

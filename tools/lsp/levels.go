package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// level is a document at a level of the compiler, with the line of the document that each of its lines comes from.
type level struct {
	Text string `json:"text"`
	// Lines are, for each line of the text, that of the document, from 1; 0 where it comes from none.
	Lines []int `json:"lines"`
}

// level gives a document at a level: IR is printed with locations, which are taken out of the text; in PTX they are in `.loc`.
func (s *server) level(ctx context.Context, d *document, name string) (protocol.LSPAny, error) {
	if !slices.Contains(levels, name) {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("the levels are %s, not %q", strings.Join(levels, ", "), name))
	}
	args := []string{"build", "-", "--emit=" + name, "-o", "-"}
	switch name {
	case "descend", "checked", "gpu":
		args = append(args, "--mlir-print-debuginfo")
	case "llvm", "ptx":
		args = append(args, "-g")
	}
	text, err := json.Marshal(located(s.descendc(ctx, d, args...)))
	return text, err
}

var (
	inIR     = regexp.MustCompile(` ?loc\((?:fused<[^>]*>\[)?"[^"]*":(\d+):\d+(?:[^()]|\([^()]*\))*\)`)
	unknown  = regexp.MustCompile(` ?loc\((?:unknown|#loc\d*)\)`)
	inPTX    = regexp.MustCompile(`^\s*\.loc\s+\d+\s+(\d+)\s`)
	inLLVM   = regexp.MustCompile(`, !dbg !(\d+)`)
	llvmLine = regexp.MustCompile(`^!(\d+) = .*!DILocation\(line: (\d+)`)
)

// located takes the locations out of a text.
func located(text string) level {
	out := level{Lines: []int{}}
	var lines []string
	numbers := map[string]int{}
	for line := range strings.SplitSeq(text, "\n") {
		if m := llvmLine.FindStringSubmatch(line); m != nil {
			numbers[m[1]], _ = strconv.Atoi(m[2])
		}
	}
	current := 0 // of PTX
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		at := 0
		if m := inPTX.FindStringSubmatch(line); m != nil {
			current, _ = strconv.Atoi(m[1])
			continue
		}
		if m := inIR.FindAllStringSubmatch(line, -1); m != nil {
			at, _ = strconv.Atoi(m[len(m)-1][1])
			line = inIR.ReplaceAllString(line, "")
		} else if m := inLLVM.FindStringSubmatch(line); m != nil {
			at = numbers[m[1]]
			line = inLLVM.ReplaceAllString(line, "")
		} else if current > 0 {
			at = current
		}
		lines, out.Lines = append(lines, unknown.ReplaceAllString(line, "")), append(out.Lines, at)
	}
	out.Text = strings.Join(lines, "\n")
	return out
}

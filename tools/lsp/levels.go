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

	"descend/backend/llvmgen"
	"descend/ir"
	"descend/ir/child"
	"descend/ir/pattern"
	"descend/tools/registry"
)

// level is a document at a level of the compiler, with the line of the document that each of its lines comes from.
type level struct {
	Text string `json:"text"`
	// Lines are, for each line of the text, that of the document, from 1; 0 where it comes from none.
	Lines []int `json:"lines"`
	// Error is why there is no text: what descendc says of the document.
	Error string `json:"error,omitempty"`
}

// level gives a document at a level, which is printed with locations: they are taken out of the text.
func (s *server) level(ctx context.Context, d *document, name string) (protocol.LSPAny, error) {
	if !slices.Contains(levels, name) {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("the levels are %s, not %q", strings.Join(levels, ", "), name))
	}
	args, ext := []string{"build", "-", "--emit=" + name, "-o", "-"}, "mlir"
	switch name {
	case "descend", "checked", "gpu":
		args = append(args, "--mlir-print-debuginfo")
	case "llvm", "ptx":
		ext = name
		args = append(args, "-g")
	}
	out, errs := &child.Output{Limit: maxOutput}, &child.Output{Limit: maxOutput}
	l := level{Lines: []int{}}
	err := s.descendc(ctx, d, out, errs, args...)
	switch {
	case err != nil:
		if l.Error = strings.TrimRight(named(d, errs), "\n"); l.Error == "" {
			l.Error = err.Error()
		}
	case ext == "mlir":
		l = levelOfIR(out.String())
	default:
		l = located(out.String())
	}
	return json.Marshal(l)
}

// levelOfIR is IR, which has its locations, without them.
func levelOfIR(text string) level {
	diags := &ir.Diagnostics{}
	module := ir.ParseText(registry.Context(), "level", text, ir.ParseOptions{}, diags)
	if diags.HasErrors() {
		return level{Lines: []int{}, Error: diags.Sorted()[0].Message}
	}
	var l level
	var lines [][2]int
	l.Text, lines = ir.PrintLines(module, "<stdin>")
	for _, of := range lines {
		l.Lines = append(l.Lines, of[0])
	}
	return l
}

var (
	inPTX    = pattern.Of(`^\s*\.loc\s+(\d+)\s+(\d+)\s+\d+(?:,.*inlined_at\s+(\d+)\s+(\d+)\s)?`)
	ptxFile  = pattern.Of(`(?m)^\s*\.file\s+(\d+)\s.*"([^"]*)"`)
	inLLVM   = pattern.Of(`,? !dbg !(\d+)`)
	llvmData = pattern.Of(`(?m)^!(?:llvm\.|[0-9]+ = )`)
	ptxLabel = pattern.Of(`^\$L__(?:tmp|func_begin|func_end)\d+:$`)
	ptxData  = pattern.Of(`(?m)^\s*\.(?:file\s+\d+\s|section\s+\.debug_)`)
)

// located takes the places out of LLVM IR and PTX, and what there is to describe them at the end.
func located(text string) level {
	out := level{Lines: []int{}}
	numbers, files := llvmgen.LinesIn(text, "<stdin>"), map[string]string{}
	for _, m := range ptxFile().FindAllStringSubmatch(text, -1) {
		files[m[1]] = m[2]
	}
	for _, data := range []*regexp.Regexp{llvmData(), ptxData()} {
		if at := data.FindStringIndex(text); at != nil {
			text = text[:at[0]]
		}
	}
	var lines []string
	current := 0 // of PTX
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if m := inPTX().FindStringSubmatch(line); m != nil {
			current = 0
			for i := 1; i < len(m) && current == 0; i += 2 { // what is inlined from another file comes from the line of the call
				if files[m[i]] == "<stdin>" {
					current, _ = strconv.Atoi(m[i+1])
				}
			}
			continue
		}
		if ptxLabel().MatchString(line) {
			continue
		}
		at := current
		if m := inLLVM().FindStringSubmatch(line); m != nil {
			at = numbers[m[1]]
			line = inLLVM().ReplaceAllString(line, "")
		} else if strings.HasPrefix(line, "}") {
			at, current = 0, 0
		}
		lines, out.Lines = append(lines, line), append(out.Lines, at)
	}
	out.Text = strings.Join(lines, "\n") + "\n"
	return out
}

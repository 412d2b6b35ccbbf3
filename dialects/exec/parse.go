package exec

import (
	"fmt"
	"strings"

	"descend/dialects/nat"
	"descend/ir"
)

// parseType reads the body of an exec type: "<XY<64, 64>, XY<32, 8>>" without the outer brackets.
func parseType(c *ir.Context, mnemonic, body string, hasBody bool) (ir.Type, error) {
	if mnemonic == "barrier" && !hasBody {
		return BarrierTypeOf(c), nil
	}
	for k, n := range kindNames {
		if n != mnemonic {
			continue
		}
		kind := Kind(k)
		dims, err := parseDims(body)
		if err != nil {
			return nil, err
		}
		want := 0
		switch kind {
		case Grid, BlockGrp:
			want = 2
		case Block, ThreadGrp, WarpGrp, GlobalThreads:
			want = 1
		}
		if len(dims) != want {
			return nil, fmt.Errorf("!exec.%s expects %d dimensions, found %d", mnemonic, want, len(dims))
		}
		dims = append(dims, Dim{}, Dim{})
		return Get(c, kind, dims[0], dims[1]), nil
	}
	return nil, fmt.Errorf("unknown type !exec.%s", mnemonic)
}

// parseDims reads "XY<64, n*2>, X<32>".
func parseDims(body string) ([]Dim, error) {
	var out []Dim
	s := strings.TrimLeft(body, " \n\t")
	for s != "" {
		at := len(body) - len(s) // where s begins
		open := strings.IndexByte(s, '<')
		end := strings.IndexByte(s, '>')
		if open < 0 || end < open {
			return nil, ir.ErrorInBody(at, "expected a dimension such as XY<4, 8>")
		}
		d, err := parseDim(s[:open], splitTop(s[open+1:end], ','), at)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
		s = strings.TrimLeft(s[end+1:], " \n\t")
		if s == "" {
			break
		}
		if s[0] != ',' {
			return nil, ir.ErrorInBody(len(body)-len(s), "expected ','")
		}
		if s = strings.TrimLeft(s[1:], " \n\t"); s == "" {
			return nil, ir.ErrorInBody(len(body), "expected a dimension after ','")
		}
	}
	return out, nil
}

// parseDim makes the dimension of axis letters and nats, "XY" and ["64", " n"], which stand at a byte of the body.
func parseDim(letters string, sizes []string, at int) (Dim, error) {
	var d Dim
	names := strings.TrimSpace(letters)
	if len(names) == 0 || len(names) != len(sizes) {
		return d, ir.ErrorInBody(at, "dimension %q needs %d sizes, found %d", names, len(names), len(sizes))
	}
	size := at + len(letters) + 1
	for i := range names {
		a, ok := ParseAxis(names[i : i+1])
		if !ok || d.Has[a] {
			return d, ir.ErrorInBody(at, "invalid dimension %q", names)
		}
		e, err := nat.Parse(sizes[i])
		if err != nil {
			return d, nat.Behind(size, err)
		}
		size += len(sizes[i]) + 1
		d = d.With(a, e)
	}
	return d, nil
}

// splitTop splits at separators outside parentheses.
func splitTop(s string, sep byte) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		case sep:
			if depth == 0 {
				out = append(out, s[start:i])
				start = i + 1
			}
		}
	}
	return append(out, s[start:])
}

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
func parseDims(s string) ([]Dim, error) {
	var out []Dim
	s = strings.TrimSpace(s)
	for s != "" {
		open := strings.IndexByte(s, '<')
		end := strings.IndexByte(s, '>')
		if open < 0 || end < open {
			return nil, fmt.Errorf("expected a dimension such as XY<4, 8> in %q", s)
		}
		d, err := ParseDim(s[:open], splitTop(s[open+1:end], ','))
		if err != nil {
			return nil, err
		}
		out = append(out, d)
		s = strings.TrimSpace(s[end+1:])
		if s == "" {
			break
		}
		if s[0] != ',' {
			return nil, fmt.Errorf("expected ',' in %q", s)
		}
		if s = strings.TrimSpace(s[1:]); s == "" {
			return nil, fmt.Errorf("expected a dimension after ','")
		}
	}
	return out, nil
}

// ParseDim makes the dimension of axis letters and nats: "XY", ["64", "n"].
func ParseDim(letters string, sizes []string) (Dim, error) {
	letters = strings.TrimSpace(letters)
	var d Dim
	if len(letters) == 0 || len(letters) != len(sizes) {
		return d, fmt.Errorf("dimension %q needs %d sizes, found %d", letters, len(letters), len(sizes))
	}
	for i := range letters {
		a, ok := ParseAxis(letters[i : i+1])
		if !ok || d.Has[a] {
			return d, fmt.Errorf("invalid dimension %q", letters)
		}
		e, err := nat.Parse(sizes[i])
		if err != nil {
			return d, err
		}
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

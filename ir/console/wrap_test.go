package console

import (
	"strings"
	"testing"
)

// TestWrap holds that lines break between words, that a long name has what it means below it, and that nothing gets lost.
func TestWrap(t *testing.T) {
	var b strings.Builder
	text := strings.Repeat("wörd ", 60) + strings.Repeat("x", 120) + " end"
	Wrap(&b, text+"\n\nmore", "    ")
	Entry(&b, "  name", 30, text)
	Entry(&b, "  "+strings.Repeat("n", 28), 30, "means")
	Entry(&b, "  "+strings.Repeat("n", 27), 30, "means")
	out := b.String()
	for line := range strings.Lines(out) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > Columns && len(strings.Fields(line)) > 1 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	for _, want := range []string{"    wörd", "\n    more\n  name                        wörd", "\n" + strings.Repeat(" ", 30) + "end\n  nn", "n\n" + strings.Repeat(" ", 30) + "means\n", "n means\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if n := strings.Count(out, "wörd"); n != 120 {
		t.Errorf("%d words of 120", n)
	}
}

package spell

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"build", "check", "run", "explain"}
	for name, want := range map[string]string{
		"biuld": "build", "chek": "check", "explian": "explain", "rum": "run",
		"": "", "ru": "", "transpose": "", "builds": "build", "xxxxx": "",
	} {
		if got := Nearest(name, names); got != want {
			t.Errorf("Nearest(%q) is %q, expected %q", name, got, want)
		}
	}
	if got := DidYouMean("chek", names); got != "; did you mean check?" {
		t.Errorf("%q", got)
	}
	if got := DidYouMean("nothing", names); got != "" {
		t.Errorf("%q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"", "", 3, 0}, {"abc", "abc", 3, 0}, {"abc", "acb", 3, 1}, {"abc", "ab", 3, 1}, {"abc", "xbc", 3, 1},
		{"abcd", "dcba", 9, 3}, {"abcd", "dcba", 2, 2}, {"", "abcdef", 4, 4},
	} {
		if got := Distance(c.a, c.b, c.limit); got != c.want {
			t.Errorf("Distance(%q, %q, %d) is %d, expected %d", c.a, c.b, c.limit, got, c.want)
		}
	}
}

package driver

import (
	"strings"
	"testing"
)

// TestFlagValues holds that values of flags which cannot be read are told as what they should be, without words of Go.
func TestFlagValues(t *testing.T) {
	for args, want := range map[string]string{
		"test --jobs=x":                 `--jobs takes a number, not "x" (see: descendc help test)`,
		"run a.desc --timeout=abc":      `--timeout takes a time, as 500ms, 10s, 5m, not "abc" (see: descendc help run)`,
		"watch --times 1.5 a.desc":      `--times takes a number, not "1.5"`,
		"run a.desc --unchecked=maybe":  `--unchecked takes true or false, not "maybe"`,
		"run a.desc --unchekced":        "unknown flag: --unchekced",
		"new --nope":                    "new takes the name of a folder",
		"bench a.desc --runs=999999999": "--runs takes a number from 1 to 1000",
	} {
		if status, out := call(strings.Fields(args)...); status != exitUsage || !strings.Contains(out, want) || strings.Contains(out, "strconv") {
			t.Errorf("%s: status %d: %s", args, status, out)
		}
	}
	if status, out := call("new", ""); status != exitUsage || !strings.Contains(out, "new takes the name of a folder") {
		t.Errorf("status %d: %s", status, out)
	}
}

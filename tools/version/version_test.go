package version

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	platform := " " + runtime.GOOS + "/" + runtime.GOARCH
	build := func(version string, settings ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{GoVersion: "go1.30", Main: debug.Module{Version: version}}
		for i := 0; i < len(settings); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return info
	}
	for _, c := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{nil, "development, " + runtime.Version() + platform},
		{build("(devel)"), "development, go1.30" + platform},
		{build("v1.2.3"), "v1.2.3, go1.30" + platform},
		{build("", "vcs.revision", "0123456789abcdef", "vcs.time", "2026-11-22T10:20:01Z", "vcs.modified", "true"),
			"development, commit 0123456789ab of 2026-11-22 with changes, go1.30" + platform},
		{build("v1.2.3", "vcs.revision", "0123456789abcdef", "vcs.time", "2026-11-22T10:20:01Z", "vcs.modified", "false"),
			"v1.2.3, commit 0123456789ab of 2026-11-22, go1.30" + platform},
	} {
		if got := Of(c.info); got != c.want {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
}

func TestLLVM(t *testing.T) {
	t.Setenv("DESCEND_LLVM_DIR", t.TempDir())
	if got := Text("tool"); !strings.HasPrefix(got, "tool ") || !strings.HasSuffix(got, "\nLLVM: none found\n") {
		t.Errorf("%q", got)
	}
}

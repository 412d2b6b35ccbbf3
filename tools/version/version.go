// Package version says what a tool was built from and with what it works.
package version

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"descend/backend/ptx"
)

// Text is the answer to --version: name and version of the tool, the commit that it was built from, Go, LLVM.
func Text(name string) string { return name + " " + Tool() + "\n" + LLVM() }

// Tool is the version of the tool that runs.
func Tool() string {
	info, _ := debug.ReadBuildInfo()
	return Of(info)
}

// LLVM says, in a line, which LLVM makes machine code.
func LLVM() string {
	with, err := ptx.Using()
	if missing, ok := errors.AsType[*ptx.MissingTool](err); ok && len(missing.Refused) > 0 {
		return fmt.Sprintf("LLVM: none, since %s is older than %d\n", missing.Refused[0], ptx.MinLLVM)
	}
	if err != nil {
		return "LLVM: none found\n"
	}
	return fmt.Sprintf("LLVM: %s\n", with)
}

// release is the version that tools/release builds; it sets it by the linker.
var release string

// commit is what it was built from, where Go does not note it.
var commit string

// Of is the version of a build: that of the release or module, or else "development", the commit with its date, and Go.
func Of(info *debug.BuildInfo) string {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	if info == nil {
		return "development, " + runtime.Version() + " " + platform
	}
	of := map[string]string{}
	for _, s := range info.Settings {
		of[s.Key] = s.Value
	}
	text := info.Main.Version
	if release != "" {
		text = release
	}
	if text == "" || text == "(devel)" {
		text = "development"
	}
	if revision := of["vcs.revision"]; revision != "" {
		date, _, _ := strings.Cut(of["vcs.time"], "T")
		text += fmt.Sprintf(", commit %.12s of %s", revision, date)
		if of["vcs.modified"] == "true" {
			text += " with changes"
		}
	} else if commit != "" {
		text += ", commit " + commit
	}
	return text + ", " + info.GoVersion + " " + platform
}

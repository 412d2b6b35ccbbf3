package libllvm

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Library is a file of LLVM's shared library.
type Library struct {
	Path  string
	Major int
	// Options are LLVM's own, as after clang's -mllvm. They count for a whole process.
	Options []string
}

// preferred is the version that is taken where there are several: the one that our tests know best.
const preferred = 19

// names are the names of the file: libLLVM.so.19.1 from 18 on, libLLVM-19.so before and for linking.
var names = regexp.MustCompile(`^libLLVM(?:\.so\.(\d+)\.\d+|-(\d+)\.so(?:\.1)?)$`)

// Folders are where libraries lie: what the loader is told, and where distributions put them.
func Folders() []string {
	dirs := filepath.SplitList(os.Getenv("LD_LIBRARY_PATH"))
	for _, pattern := range []string{"/usr/lib/*-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/lib/llvm-*/lib", "/usr/lib64/llvm*/lib*", "/usr/local/lib"} {
		found, _ := filepath.Glob(pattern)
		dirs = append(dirs, found...)
	}
	return dirs
}

// Find is the library of a version from least on in some folders: the preferred version, or else the newest; nil if there is none.
func Find(dirs []string, least int) *Library {
	var best *Library
	for _, dir := range dirs {
		entries, err := filepath.Glob(filepath.Join(dir, "libLLVM*.so*"))
		if err != nil || dir == "" {
			continue
		}
		slices.Sort(entries)
		for _, path := range entries {
			m := names.FindStringSubmatch(filepath.Base(path))
			if m == nil {
				continue
			}
			major, _ := strconv.Atoi(strings.Join(m[1:], ""))
			if major >= least && (best == nil || best.Major != preferred && (major == preferred || major > best.Major)) {
				best = &Library{Path: path, Major: major}
			}
		}
	}
	if best != nil { // by the name that the file has: others are links for development
		if real, err := filepath.EvalSymlinks(best.Path); err == nil {
			best.Path = real
		}
	}
	return best
}

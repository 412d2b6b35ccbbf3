package libllvm

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Library is a file of LLVM's shared library, or the program that has the library within (see bundled).
type Library struct {
	Path  string
	Major int
	// Options are LLVM's own, as after clang's -mllvm. They count for a whole process.
	Options []string
}

// Names of variables of the environment that choose what compiles.
const (
	// OverrideVar, if set, gives the only folder in which LLVM's programs and its library are looked for.
	OverrideVar = "DESCEND_LLVM_DIR"
	// WayVar, if set, gives the only way from LLVM IR to PTX: lib, clang or opt.
	WayVar = "DESCEND_LLVM"
	// CacheVar, if set, gives a folder that keeps PTX which was made.
	CacheVar = "DESCEND_PTX_CACHE"
)

// preferred is the version that is taken where there are several: the one that our tests know best.
const preferred = 19

// majorOf is the version in the name of a file: libLLVM.so.19.1 from 18 on, libLLVM-19.so before and for linking.
func majorOf(name string) (major int, ok bool) {
	number := func(s string) bool {
		n, err := strconv.ParseUint(s, 10, 31)
		major = int(n)
		return err == nil
	}
	if version, ok := strings.CutPrefix(name, "libLLVM.so."); ok {
		version, minor, ok := strings.Cut(version, ".")
		return major, ok && number(minor) && number(version)
	}
	version, ok := strings.CutPrefix(name, "libLLVM-")
	version, end, more := strings.Cut(version, ".so")
	return major, ok && more && (end == "" || end == ".1") && number(version)
}

// folders are where libraries lie: what the loader is told, and where distributions put them. On systems other than Linux there are none,
// as the process that loads the library (see self) is only there.
func folders(yield func(string) bool) {
	if runtime.GOOS != "linux" {
		return
	}
	for _, dir := range filepath.SplitList(os.Getenv("LD_LIBRARY_PATH")) {
		if !yield(dir) {
			return
		}
	}
	for _, pattern := range []string{"/usr/lib/*-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/lib/llvm-*/lib", "/usr/lib64/llvm*/lib*", "/usr/local/lib"} {
		found, _ := filepath.Glob(pattern)
		for _, dir := range found {
			if !yield(dir) {
				return
			}
		}
	}
}

// Folders are where libraries lie.
func Folders() []string { return slices.Collect(iter.Seq[string](folders)) }

// ProgramName is that of the worker with LLVM in one file, as tools/llvm.sh makes it and releases have it: nothing of it has to be found, loaded and
// relocated, so it starts in a fifth of the time. Its version is the preferred one.
const ProgramName = "descend-llvm"

// bundled is the program in one of some folders; nil if it is not there.
func bundled(dirs ...string) *Library {
	for _, dir := range dirs {
		path := filepath.Join(dir, ProgramName)
		if info, err := os.Stat(path); err == nil && dir != "" && info.Mode().IsRegular() && info.Mode()&0o111 != 0 && !foreign(path) {
			return &Library{Path: path, Major: preferred}
		}
	}
	return nil
}

// isProgram says whether the library is that program.
func (l *Library) isProgram() bool { return filepath.Base(l.Path) == ProgramName }

// own is what lies beside this executable, or where a package of a system puts it.
var own = sync.OnceValue(func() *Library {
	self, err := os.Executable()
	if err != nil && strings.Contains(os.Args[0], "/") { // /proc is not mounted
		self, err = os.Args[0], nil
	}
	if err != nil || runtime.GOOS != "linux" {
		return nil
	}
	dir := filepath.Dir(self)
	return bundled(dir, filepath.Join(dir, "../lib/descend"))
})

// Chosen is what FindInFolders finds, or what is in the only folder that the environment allows.
func Chosen(least int) *Library {
	if dir, ok := os.LookupEnv(OverrideVar); ok {
		return Find(OverrideFolders(dir), least)
	}
	return FindInFolders(least)
}

// OverrideFolders are where the library is looked for if a folder with LLVM's programs is the only one.
func OverrideFolders(dir string) []string { return []string{dir, filepath.Join(dir, "../lib")} }

// FindInFolders is the program that came with us, or else what Find finds there, mostly without reading them, which takes longer than to start a program: if the preferred
// version is there it is under one of a few names.
func FindInFolders(least int) *Library {
	if preferred >= least {
		if l := own(); l != nil {
			return l
		}
		for dir := range folders {
			for _, form := range []string{"libLLVM-%d.so", "libLLVM-%d.so.1", "libLLVM.so.%d.1"} {
				path := filepath.Join(dir, fmt.Sprintf(form, preferred))
				if _, err := os.Stat(path); err == nil && dir != "" && !foreign(path) {
					return (&Library{Path: path, Major: preferred}).real()
				}
			}
		}
	}
	return Find(Folders(), least)
}

// foreign says whether a file is a program or library for another kind of processor, as lies beside ours where packages of several are installed.
// Of what is no such file at all the loader has more to say.
func foreign(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	var head [20]byte // the machine is last, in the order of bytes that both of ours have
	if _, err := io.ReadFull(file, head[:]); err != nil || string(head[:len(elf.ELFMAG)]) != elf.ELFMAG {
		return false
	}
	ours := map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}[runtime.GOARCH]
	return elf.Class(head[elf.EI_CLASS]) != elf.ELFCLASS64 || elf.Machine(binary.LittleEndian.Uint16(head[18:])) != ours
}

// real is the library by the name that the file has: others are links for development.
func (l *Library) real() *Library {
	if path, err := filepath.EvalSymlinks(l.Path); err == nil {
		l.Path = path
	}
	return l
}

// Find is the library of a version from least on in some folders: the preferred version, that within a program before others, or else the newest;
// nil if there is none.
func Find(dirs []string, least int) *Library {
	if l := bundled(dirs...); l != nil && preferred >= least {
		return l
	}
	var best *Library
	for _, dir := range dirs {
		entries, err := filepath.Glob(filepath.Join(dir, "libLLVM*.so*"))
		if err != nil || dir == "" {
			continue
		}
		slices.Sort(entries)
		for _, path := range entries {
			major, ok := majorOf(filepath.Base(path))
			if !ok {
				continue
			}
			if major >= least && (best == nil || best.Major != preferred && (major == preferred || major > best.Major)) && !foreign(path) {
				best = &Library{Path: path, Major: major}
			}
		}
	}
	if best == nil {
		return nil
	}
	return best.real()
}

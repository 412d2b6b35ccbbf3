// Package ptx turns NVVM LLVM IR text into PTX with the LLVM of the machine:
// its library (backend/libllvm), or else its programs. It turns PTX into cubin
// with ptxas, and says which tools are there.
//
// It knows command lines, versions and the text of PTX. It must not know
// Descend, MLIR or how the LLVM IR was made.
//
// LLVM older than 18 is passed over: LLVM 14 folds loads from internal shared
// memory across the barrier, so its code is wrong and not merely slow.
package ptx

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"descend/backend/libllvm"
	"descend/ir/pattern"
)

// MinLLVM is the oldest major version of LLVM whose code is right.
const MinLLVM = 18

// maxLLVM bounds the suffixes that are looked for: clang-18 .. clang-40.
const maxLLVM = 40

// Tool is a program that was found.
type Tool struct {
	Name  string // without version: "clang"
	Path  string
	Major int // of its version; 0 if that could not be told
}

func (t *Tool) String() string {
	if t.Major == 0 {
		return t.Path
	}
	return fmt.Sprintf("%s (version %d)", t.Path, t.Major)
}

// A Finder looks for tools and remembers what it found. It is safe for use
// by several goroutines.
type Finder struct {
	// Path lists the folders searched like PATH.
	Path []string
	// LLVMDirs lists further folders of LLVM's own tools, in any order.
	LLVMDirs []string
	// System adds the folders in which systems put LLVM's tools and its library.
	System bool
	// OnlyLLVMDirs keeps LLVM's tools from being looked for in Path.
	OnlyLLVMDirs bool
	// LibraryDirs lists the folders of LLVM's library.
	LibraryDirs []string
	// Way is the only way from LLVM IR to PTX that is taken, one of Ways; "" takes the first that is there. That the
	// others are not allowed counts for native programs too, but clang makes what it alone can.
	Way string

	mu        sync.Mutex
	found     map[string]lookup
	libraries map[int]func() *libllvm.Library // by the least version
}

// lookup is a remembered answer: the tool, or nil and those passed over.
type lookup struct {
	tool   *Tool
	tooOld []*Tool
}

// OverrideVar names the environment variable that, if set, gives the only
// folder in which the LLVM tools are looked for.
const OverrideVar = libllvm.OverrideVar

// WayVar names the environment variable that, if set, gives the only way from
// LLVM IR to PTX: one of Ways.
const WayVar = libllvm.WayVar

// Ways are LLVM's library in a process of its own, clang, and opt with llc.
var Ways = []string{"lib", "clang", "opt"}

// finders are the finders made so far, by the values of the variables that they depend on.
var finders sync.Map

// Default returns the finder for this process's environment.
func Default() *Finder {
	dir, override := os.LookupEnv(OverrideVar)
	key := fmt.Sprintf("%q %q %q %q %t", os.Getenv("PATH"), os.Getenv("LD_LIBRARY_PATH"), os.Getenv(WayVar), dir, override)
	if f, ok := finders.Load(key); ok {
		return f.(*Finder)
	}
	f, _ := finders.LoadOrStore(key, fromEnvironment())
	return f.(*Finder)
}

func fromEnvironment() *Finder {
	path := filepath.SplitList(os.Getenv("PATH"))
	if dir, ok := os.LookupEnv(OverrideVar); ok {
		return &Finder{Path: path, LLVMDirs: []string{dir}, OnlyLLVMDirs: true, LibraryDirs: libllvm.OverrideFolders(dir), Way: os.Getenv(WayVar)}
	}
	return &Finder{Path: path, System: true, Way: os.Getenv(WayVar)}
}

// llvmDirs are the folders beside Path of LLVM's own tools.
func (f *Finder) llvmDirs() []string {
	if f.System {
		return slices.Concat(f.LLVMDirs, llvmDirs(runtime.GOOS, os.Getenv))
	}
	return f.LLVMDirs
}

// llvmDirs are the folders beside PATH in which LLVM's programs are installed on a system.
func llvmDirs(system string, getenv func(string) string) (dirs []string) {
	if system == "windows" {
		for _, name := range []string{"ProgramFiles", "ProgramW6432"} {
			if root := getenv(name); root != "" {
				dirs = append(dirs, filepath.Join(root, "LLVM", "bin"))
			}
		}
		return dirs
	}
	for _, pattern := range []string{"/usr/lib/llvm-*/bin", "/usr/lib64/llvm*/bin", "/usr/local/opt/llvm*/bin", "/opt/homebrew/opt/llvm*/bin"} {
		more, _ := filepath.Glob(pattern)
		dirs = append(dirs, more...)
	}
	return dirs
}

// HowToGet says how to install a part of LLVM that Debian has in a package.
func HowToGet(debian string) string { return howToGet(runtime.GOOS, debian) }

func howToGet(system, debian string) string {
	switch system {
	case "windows":
		return "winget install LLVM.LLVM"
	case "darwin":
		return "brew install llvm"
	}
	return "apt-get install " + debian
}

// Library returns LLVM's library, MinLLVM or newer, or nil.
func (f *Finder) Library() *libllvm.Library { return f.libraryFrom(MinLLVM) }

// libraryFrom returns LLVM's library of a version or a newer one, or nil.
func (f *Finder) libraryFrom(least int) *libllvm.Library {
	f.mu.Lock()
	find := f.libraries[least]
	if find == nil {
		find = sync.OnceValue(func() *libllvm.Library {
			if f.System {
				return libllvm.FindInFolders(least)
			}
			return libllvm.Find(f.LibraryDirs, least)
		})
		if f.libraries == nil {
			f.libraries = map[int]func() *libllvm.Library{}
		}
		f.libraries[least] = find
	}
	f.mu.Unlock()
	return find()
}

// LLVM returns the newest of the named LLVM tool's versions, MinLLVM or
// newer, or nil and the versions that are too old.
func (f *Finder) LLVM(name string) (tool *Tool, tooOld []*Tool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r, ok := f.found[name]; ok {
		return r.tool, r.tooOld
	}
	var best *Tool
	for _, path := range f.candidates(name) {
		t := &Tool{Name: name, Path: path, Major: majorOf(path)}
		switch {
		case t.Major < MinLLVM:
			tooOld = append(tooOld, t)
		case best == nil || t.Major > best.Major:
			best = t
		}
	}
	if f.found == nil {
		f.found = map[string]lookup{}
	}
	f.found[name] = lookup{best, tooOld}
	return best, tooOld
}

// candidates lists the executables that may be a version of the named tool,
// each file once, PATH first.
func (f *Finder) candidates(name string) []string {
	names := []string{name}
	for v := maxLLVM; v >= MinLLVM; v-- {
		names = append(names, fmt.Sprintf("%s-%d", name, v))
	}
	var found []string
	seen := map[string]bool{}
	dirs := f.llvmDirs()
	if !f.OnlyLLVMDirs {
		dirs = slices.Concat(f.Path, dirs)
	}
	for _, dir := range dirs {
		for _, n := range names {
			path := filepath.Join(dir, n)
			path, real, ok := executable(runtime.GOOS, path)
			if ok && !seen[real] {
				seen[real] = true
				found = append(found, path)
			}
		}
	}
	return found
}

// Other returns a tool that is no part of LLVM, such as ptxas, or nil.
func (f *Finder) Other(name string, moreDirs ...string) *Tool {
	for _, dir := range slices.Concat(f.Path, moreDirs) {
		if path, _, ok := executable(runtime.GOOS, filepath.Join(dir, name)); ok && dir != "" {
			return &Tool{Name: name, Path: path}
		}
	}
	return nil
}

// executable reports whether path is a program, and gives its file, also without links. On Windows that has an ending, and no permission
// says that it is one.
func executable(system, path string) (file, real string, ok bool) {
	need := os.FileMode(0o111)
	if system == "windows" {
		path, need = path+".exe", 0
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || need != 0 && info.Mode()&need == 0 {
		return "", "", false
	}
	real, err = filepath.EvalSymlinks(path)
	return path, real, err == nil
}

var (
	versionInPath = pattern.Of(`/llvm-?(\d+)/|-(\d+)$`)
	versionInText = pattern.Of(`(?i)\bversion (\d+)\.`)
)

// majorOf tells the major version of an LLVM tool: from its real path where
// that says it, since asking costs 20 ms, else by asking. 0 means unknown.
func majorOf(path string) int {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		real = path
	}
	if m := versionInPath().FindStringSubmatch(real); m != nil {
		n, _ := strconv.Atoi(m[1] + m[2])
		return n
	}
	m := versionInText().FindStringSubmatch(askVersion(path))
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

// askVersion runs the tool with --version and returns what it prints.
func askVersion(path string) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	out, _ := exec.CommandContext(ctx, path, "--version").CombinedOutput()
	return string(out)
}

// toolchain is what turns LLVM IR into PTX: the library, clang alone, or opt
// and llc of one version.
type toolchain struct {
	library  *libllvm.Library
	clang    *Tool
	opt, llc *Tool
}

func (t toolchain) String() string {
	switch {
	case t.library != nil:
		return fmt.Sprintf("%s (version %d)", t.library.Path, t.library.Major)
	case t.clang != nil:
		return t.clang.String()
	}
	return fmt.Sprintf("%s and %s", t.opt, t.llc)
}

// Ready is nil if PTX can be made, or a *MissingTool.
func Ready() error {
	_, err := Default().toolchain()
	return err
}

// Using says with what PTX is made; the error is that of Ready.
func Using() (string, error) {
	t, err := Default().toolchain()
	if err != nil {
		return "", err
	}
	return t.String(), nil
}

// Warm prepares Compile while its module is being made: it has LLVM's library loaded, if that is what compiles.
func Warm() {
	if os.Getenv(CacheVar) != "" {
		return // the PTX may be there
	}
	if t, err := Default().toolchain(); err == nil && t.library != nil {
		t.library.Warm(1, libllvm.PTX)
	}
}

// Allows says whether one of Ways may be taken.
func (f *Finder) Allows(way string) bool { return f.Way == "" || f.Way == way }

// toolchain is the way to PTX: the library if it is there, else programs. Programs are not looked for before they
// are needed, as asking one for its version takes longer than compiling.
func (f *Finder) toolchain() (toolchain, error) { return f.toolchainFrom(MinLLVM) }

// toolchainFrom is the way to PTX by an LLVM of a version or a newer one.
func (f *Finder) toolchainFrom(least int) (toolchain, error) {
	if f.Way != "" && !slices.Contains(Ways, f.Way) {
		return toolchain{}, &MissingTool{
			Tool: fmt.Sprintf("the way %q that %s names", f.Way, WayVar), Purpose: "it turns LLVM IR into PTX",
			HowToGet: fmt.Sprintf("unset %s, or make it one of %s", WayVar, strings.Join(Ways, ", ")),
		}
	}
	if l := f.libraryFrom(least); l != nil && f.Allows("lib") {
		return toolchain{library: l}, nil
	}
	t, refused := f.programs(least)
	if t != (toolchain{}) {
		return t, nil
	}
	what := map[string]string{"": "LLVM", "lib": "libLLVM", "clang": "clang", "opt": "opt and llc"}[f.Way]
	return t, &MissingTool{
		Tool:     fmt.Sprintf("%s %d or newer", what, least),
		Purpose:  "it turns LLVM IR into PTX (its library, clang, or opt and llc of one version)",
		HowToGet: HowToGet(fmt.Sprintf("libllvm%d", max(least, 19))),
		Refused:  refused,
	}
}

// programs is clang, or else opt and llc, of a version or a newer one; or what was found in place of them.
func (f *Finder) programs(least int) (t toolchain, refused []string) {
	if f.Allows("clang") {
		clang, old := f.LLVM("clang")
		if clang != nil && clang.Major >= least {
			return toolchain{clang: clang}, nil
		}
		refused = names(append(old, some(clang)...))
	}
	if f.Allows("opt") {
		pair, unfit := f.pair(least)
		return pair, append(refused, unfit...)
	}
	return t, refused
}

// pair is opt and llc of one version, the least or a newer one, or what was found in place of them.
func (f *Finder) pair(least int) (t toolchain, unfit []string) {
	opt, oldOpt := f.LLVM("opt")
	llc, oldLLC := f.LLVM("llc")
	switch {
	case opt != nil && llc != nil && opt.Major == llc.Major && opt.Major >= least:
		return toolchain{opt: opt, llc: llc}, nil
	case opt != nil && llc != nil && opt.Major != llc.Major:
		unfit = []string{fmt.Sprintf("%s with %s: different versions", opt, llc)}
	case least > MinLLVM:
		unfit = names(append(some(opt), some(llc)...))
	}
	return t, append(names(slices.Concat(oldOpt, oldLLC)), unfit...)
}

// some are the tools that are not nil.
func some(tools ...*Tool) []*Tool {
	return slices.DeleteFunc(tools, func(t *Tool) bool { return t == nil })
}

func names(tools []*Tool) []string {
	var out []string
	for _, t := range tools {
		out = append(out, t.String())
	}
	return out
}

// MissingTool says that a tool is not there or too old.
type MissingTool struct {
	Tool     string   // what is needed: "clang 18 or newer"
	Purpose  string   // what it is for
	HowToGet string   // a command or a place
	Refused  []string // what was found and does not do
}

// Missing says what is not there; tests that need it ask for it (ir/need).
func (e *MissingTool) Missing() string { return e.Tool }

func (e *MissingTool) Error() string {
	s := fmt.Sprintf("%s was not found: %s; to get it: %s", e.Tool, e.Purpose, e.HowToGet)
	if len(e.Refused) > 0 {
		s += "; found but too old or unfit: " + strings.Join(e.Refused, ", ")
	}
	return s
}

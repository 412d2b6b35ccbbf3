package corpus

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"descend/ir"
	"descend/test/attack"
	"descend/test/kit"
)

// Program is a program of the repository.
type Program struct {
	// Name is the file's path, and the title of the part of it that the program is.
	Name string
	Text string
}

// patterns are where programs are.
var patterns = []string{"examples/*.desc", "test/paper/*.desc", "test/language/*.desc", "test/check/*.desc", "test/diagnostics/*.desc",
	"test/cpu/*.desc", "test/cuda/*.desc", "test/emit/*.desc", "test/native/*.desc", "test/tools/*.desc"}

// Programs are all programs under the root of the repository, in order. Parts of files begin with "//# title".
func Programs(root string) ([]Program, error) {
	var out []Program
	for _, pattern := range patterns {
		sections, err := kit.Load(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, s := range sections {
			name, err := filepath.Rel(root, s.File)
			if err != nil {
				return nil, err
			}
			if name = filepath.ToSlash(name); s.Title != "" {
				name += ": " + s.Title
			}
			out = append(out, Program{name, s.InFile()})
		}
	}
	return out, nil
}

// Generated are programs of the generators of attacks: with known sizes and with sizes that are symbols.
func Generated(seed, count uint64) []Program {
	var out []Program
	for i := seed; i < seed+count; i++ {
		out = append(out, Program{fmt.Sprintf("generated %d", i), attack.Program(i)},
			Program{fmt.Sprintf("symbolic %d", i), attack.Symbolic(i, 2, 4)})
	}
	return out
}

// Lowered is a program at the gpu level.
type Lowered struct {
	Program
	// Module is nil if the program does not come so far; Why says why.
	Module *ir.Operation
	Why    string
	// Codes are the rules that reject the program.
	Codes []string
}

// conflicts are the rules whose rejections say that threads meet.
var conflicts = []string{"conflicting-access", "narrowing", "barrier"}

// Conflicts says whether a program is rejected for what its threads do to each other, and for nothing else.
func (l Lowered) Conflicts() bool {
	return len(l.Codes) > 0 && !slices.ContainsFunc(l.Codes, func(c string) bool { return !slices.Contains(conflicts, c) })
}

// Unsafe says whether a program switches the checks off itself.
func (l Lowered) Unsafe() bool { return strings.Contains(l.Text, "unsafe") }

// Lower takes a program to the gpu level: as it is if it is accepted, else without the checks. Of a program without
// kernels those are taken that launches of its functions need (attack.WithMain).
func Lower(p Program) Lowered {
	l := Lowered{Program: p}
	l.Codes = rejected(p)
	if len(l.Codes) > 0 && !l.Conflicts() {
		l.Why = "rejected: " + strings.Join(l.Codes, " ")
		return l
	}
	var d *ir.Diagnostic
	l.Module, d = Compile(filepath.Base(p.Name), p.Text, len(l.Codes) == 0)
	if l.Module != nil && kernels(l.Module) == 0 {
		if text := attack.WithMain(p.Text); text != "" {
			if m, _ := Compile(filepath.Base(p.Name), text, len(l.Codes) == 0); m != nil && kernels(m) > 0 {
				l.Module = m
			}
		}
	}
	switch {
	case l.Module == nil:
		l.Why = fmt.Sprintf("%s: %s", d.Code, d.Message)
	case kernels(l.Module) == 0:
		l.Module, l.Why = nil, "no kernels"
	}
	return l
}

func kernels(m *ir.Operation) int {
	n := 0
	for range m.All("gpu.func") {
		n++
	}
	return n
}

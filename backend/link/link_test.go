package link

import (
	"bytes"
	"debug/dwarf"
	"debug/elf"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"descend/backend/libllvm"
	"descend/ir/need"
)

// objects compiles modules of an executable for a target, "" for this machine, at addresses that are not known.
func objects(t *testing.T, triple string, modules ...string) [][]byte {
	t.Helper()
	return compiled(t, triple, pie, modules)
}

func compiled(t *testing.T, triple, flags string, modules []string) [][]byte {
	t.Helper()
	l := libllvm.Find(libllvm.Folders(), 19)
	if l == nil {
		need.Tool(t, "libLLVM 19 or newer")
	}
	var out [][]byte
	for _, m := range modules {
		o, err := l.Compile(t.Context(), libllvm.Job{Triple: triple, Object: true, Level: 1}, []byte(m+flags))
		if err != nil {
			t.Fatalf("%v in\n%s", err, m)
		}
		out = append(out, o.Data)
	}
	return out
}

// pie says that a module is for an executable.
const pie = "\n!llvm.module.flags = !{!0, !1}\n!0 = !{i32 8, !\"PIC Level\", i32 2}\n!1 = !{i32 7, !\"PIE Level\", i32 2}\n"

// run links modules and runs the result with arguments.
func run(t *testing.T, modules []string, args ...string) (output string, status int) {
	t.Helper()
	data, err := Executable(runtime.GOARCH, objects(t, "", modules...)...)
	if err != nil {
		t.Fatal(err)
	}
	return execute(t, data, nil, args...)
}

// execute runs an executable, through another program if one is given.
func execute(t *testing.T, data []byte, through []string, args ...string) (output string, status int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(file, data, 0o700); err != nil {
		t.Fatal(err)
	}
	args = append(append(through, file), args...)
	cmd := exec.Command(args[0], args[1:]...)
	out, err := cmd.CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return string(out), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(out), 0
}

// TestExecutable has programs that use what programs are made of.
func TestExecutable(t *testing.T) {
	for _, tt := range programs {
		t.Run(tt.name, func(t *testing.T) {
			output, status := run(t, tt.modules, "argument")
			if output != tt.output || status != tt.status&255 {
				t.Errorf("%q, status %d, expected %q, %d", output, status, tt.output, tt.status&255)
			}
		})
	}
}

// loader runs main of the shared library that its first argument names, with the arguments from that on.
const loader = `
declare ptr @dlopen(ptr, i32)
declare ptr @dlsym(ptr, ptr)
@name = private constant [5 x i8] c"main\00"
define i32 @main(i32 %argc, ptr %argv) {
  %rest = getelementptr ptr, ptr %argv, i64 1
  %file = load ptr, ptr %rest
  %library = call ptr @dlopen(ptr %file, i32 2)
  %there = icmp ne ptr %library, null
  br i1 %there, label %loaded, label %failed
loaded:
  %f = call ptr @dlsym(ptr %library, ptr @name)
  %n = sub i32 %argc, 1
  %r = call i32 %f(i32 %n, ptr %rest)
  ret i32 %r
failed:
  ret i32 99
}`

// TestShared has the same programs in shared libraries, loaded while a program runs.
func TestShared(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		if _, err := Shared(runtime.GOARCH); err == nil {
			t.Error("made")
		}
		return
	}
	for _, tt := range programs {
		t.Run(tt.name, func(t *testing.T) {
			data, err := Shared(runtime.GOARCH, compiled(t, "", "\n!llvm.module.flags = !{!0}\n!0 = !{i32 8, !\"PIC Level\", i32 2}\n", tt.modules)...)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "library.so")
			if err := os.WriteFile(file, data, 0o700); err != nil {
				t.Fatal(err)
			}
			output, status := run(t, []string{loader}, file, "argument")
			if output != tt.output || status != tt.status&255 {
				t.Errorf("%q, status %d, expected %q, %d", output, status, tt.output, tt.status&255)
			}
		})
	}
}

// TestConstructor has a function that is called when the library is loaded.
func TestConstructor(t *testing.T) {
	const module = `
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @first, ptr null }]
@state = internal global i32 1
define internal void @first() {
  store volatile i32 12, ptr @state
  ret void
}
define i32 @main() {
  %r = load volatile i32, ptr @state
  ret i32 %r
}`
	made := compiled(t, "", "", []string{module})
	if _, err := Executable(runtime.GOARCH, made...); err == nil || !strings.Contains(err.Error(), ".ctors") {
		t.Errorf("an executable with a constructor: %v", err)
	}
	if runtime.GOARCH != "amd64" {
		return
	}
	data, err := Shared(runtime.GOARCH, made...)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "library.so")
	if err := os.WriteFile(file, data, 0o700); err != nil {
		t.Fatal(err)
	}
	if output, status := run(t, []string{loader}, file); output != "" || status != 12 {
		t.Errorf("%q, status %d", output, status)
	}
	if _, err := Shared(runtime.GOARCH, append(made, compiled(t, "", "", []string{strings.ReplaceAll(module, "@main", "@more")})...)...); err == nil {
		t.Error("two constructors, one of which is never called")
	}
}

// TestDebug wants the lines of functions of two objects where these functions are.
func TestDebug(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		need.Optional(t, errors.New("shared libraries are made on x86-64 only"))
	}
	module := func(name string, line int) string {
		return fmt.Sprintf(`
define i32 @%[1]s(i32 %%x) !dbg !5 {
  %%y = mul i32 %%x, 7, !dbg !6
  ret i32 %%y, !dbg !6
}
!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 7, !"Dwarf Version", i32 4}
!2 = !DIFile(filename: "%[1]s.desc", directory: "/")
!3 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: LineTablesOnly)
!4 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "%[1]s", scope: !2, file: !2, line: %[2]d, type: !4, unit: !3, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: %[2]d, column: 1, scope: !5)
`, name, line)
	}
	data, err := Shared(runtime.GOARCH, compiled(t, "", "", []string{module("one", 11), module("two", 22)})...)
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	d, err := f.DWARF()
	if err != nil {
		t.Fatal(err)
	}
	lines := map[uint64]string{}
	for r := d.Reader(); ; {
		e, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if e == nil {
			break
		}
		if e.Tag != dwarf.TagCompileUnit {
			continue
		}
		lr, err := d.LineReader(e)
		if err != nil {
			t.Fatal(err)
		}
		var at dwarf.LineEntry
		for lr.Next(&at) == nil {
			if lines[at.Address] == "" {
				lines[at.Address] = fmt.Sprint(filepath.Base(at.File.Name), ":", at.Line)
			}
		}
	}
	list, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"one": "one.desc:11", "two": "two.desc:22"}
	for _, s := range list {
		if got := lines[s.Value]; got != want[s.Name] {
			t.Errorf("%s is at %q", s.Name, got)
		}
		delete(want, s.Name)
	}
	if len(want) > 0 {
		t.Errorf("no symbols %q", want)
	}
}

// TestExported wants of a library the names that are not hidden, where linkers look for them.
func TestExported(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		need.Optional(t, errors.New("shared libraries are made on x86-64 only"))
	}
	const module = `
@table = global [3 x i32] [i32 1, i32 2, i32 3]
@within = hidden global i32 7
declare i32 @puts(ptr)
define i32 @told(ptr %p) {
  %r = call i32 @puts(ptr %p)
  ret i32 %r
}
define hidden i32 @secret() {
  ret i32 1
}
define internal i32 @local() {
  ret i32 1
}`
	data, err := Shared(runtime.GOARCH, compiled(t, "", "", []string{module})...)
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	list, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range list {
		if s.Section == elf.SHN_UNDEF {
			got[s.Name] = "imported"
			continue
		}
		in := f.Sections[s.Section]
		if s.Value < in.Addr || s.Value+s.Size > in.Addr+in.Size {
			t.Errorf("%s lies outside %s", s.Name, in.Name)
		}
		got[s.Name] = fmt.Sprint(in.Name, " ", elf.ST_TYPE(s.Info), " ", s.Size > 0)
	}
	want := map[string]string{"puts": "imported", "told": ".text STT_FUNC true", "table": ".data STT_OBJECT true"}
	if !maps.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
}

const printf = "declare i32 @printf(ptr, ...)\n"

// programs are what is printed and given by a main that has one argument.
var programs = []struct {
	name    string
	modules []string
	output  string
	status  int
}{
	{"status", []string{"define i32 @main(i32 %argc, ptr %argv) {\n  %n = add i32 %argc, 40\n  ret i32 %n\n}"}, "", 42},
	{"strings and arguments", []string{printf + `
@format = private constant [7 x i8] c"%d %s\0A\00"
define i32 @main(i32 %argc, ptr %argv) {
  %last = getelementptr ptr, ptr %argv, i64 1
  %text = load ptr, ptr %last
  call i32 (ptr, ...) @printf(ptr @format, i32 %argc, ptr %text)
  ret i32 0
}`}, "2 argument\n", 0},
	{"tables of addresses, ours and the library's", []string{`
declare i32 @puts(ptr)
@one = private constant [4 x i8] c"one\00"
@two = private constant [4 x i8] c"two\00"
@texts = internal constant [2 x ptr] [ptr @one, ptr getelementptr (i8, ptr @two, i64 1)]
@calls = internal global [2 x ptr] [ptr @puts, ptr @mine]
define internal i32 @mine(ptr %p) {
  ret i32 3
}
define i32 @main(i32 %argc, ptr %argv) {
  %i = zext i32 %argc to i64
  %j = sub i64 %i, 1
  %p = getelementptr ptr, ptr @texts, i64 %j
  %text = load volatile ptr, ptr %p
  %f = load volatile ptr, ptr @calls
  call i32 %f(ptr %text)
  %g = load volatile ptr, ptr getelementptr (ptr, ptr @calls, i64 1)
  %r = call i32 %g(ptr %text)
  ret i32 %r
}`}, "wo\n", 3},
	{"two modules, weak and common names", []string{`
declare i32 @other(i32)
@shared = external global i32
define weak i32 @twice(i32 %x) {
  %y = mul i32 %x, 2
  ret i32 %y
}
define internal i32 @local() {
  ret i32 1
}
define i32 @main(i32 %argc, ptr %argv) {
  %a = call i32 @other(i32 10)
  %b = load i32, ptr @shared
  %c = call i32 @local()
  %d = add i32 %a, %b
  %e = add i32 %d, %c
  ret i32 %e
}`, `
@shared = global i32 5
define weak i32 @twice(i32 %x) {
  ret i32 0
}
define internal i32 @local() {
  ret i32 100
}
define i32 @other(i32 %x) {
  %y = call i32 @twice(i32 %x)
  ret i32 %y
}`}, "", 26},
	{"a strong definition after a weak one", []string{`
define weak i32 @answer() {
  ret i32 1
}
define i32 @main() {
  %a = call i32 @answer()
  ret i32 %a
}`, "define i32 @answer() {\n  ret i32 9\n}"}, "", 9},
	{"zeros, and weak names that nobody has", []string{`
@zeros = internal global [100000 x i32] zeroinitializer
@absent = extern_weak global i32
define i32 @main(i32 %argc, ptr %argv) {
  %p = getelementptr i32, ptr @zeros, i64 99999
  %old = load volatile i32, ptr %p
  store volatile i32 7, ptr %p
  %new = load volatile i32, ptr %p
  %here = icmp ne ptr @absent, null
  %h = zext i1 %here to i32
  %s = add i32 %old, %new
  %r = add i32 %s, %h
  ret i32 %r
}`}, "", 7},
	{"variables of threads", []string{printf + `
@count = internal thread_local global i32 40
@room = internal thread_local global [3000 x i32] zeroinitializer, align 64
@format = private constant [10 x i8] c"%d %d %d\0A\00"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define ptr @show(ptr %p) {
  %n = load volatile i32, ptr @count
  %m = add i32 %n, 1
  store volatile i32 %m, ptr @count
  %last = getelementptr i32, ptr @room, i64 2999
  %r = load volatile i32, ptr %last
  store volatile i32 8, ptr %last
  %q = ptrtoint ptr @room to i64
  %low = and i64 %q, 63
  %low32 = trunc i64 %low to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %m, i32 %r, i32 %low32)
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  call ptr @show(ptr null)
  call i32 @pthread_create(ptr %t, ptr null, ptr @show, ptr null)
  %id = load i64, ptr %t
  call i32 @pthread_join(i64 %id, ptr null)
  call ptr @show(ptr null)
  ret i32 0
}`}, "41 0 0\n41 0 0\n42 8 0\n", 0},
	{"functions of other libraries", []string{printf + `
declare double @exp(double)
declare double @pow(double, double)
@format = private constant [11 x i8] c"%.4f %.1f\0A\00"
define i32 @main(i32 %argc, ptr %argv) {
  %x = uitofp i32 %argc to double
  %e = call double @exp(double %x)
  %p = call double @pow(double %x, double 10.0)
  call i32 (ptr, ...) @printf(ptr @format, double %e, double %p)
  %w = zext i32 %argc to i128
  %big = shl i128 %w, 100
  %d = udiv i128 %big, 1237940039285380274899124224
  %r = trunc i128 %d to i32
  ret i32 %r
}`}, "7.3891 1024.0\n", 2048},
	{"data of the library", []string{`
@stdout = external global ptr
declare i32 @fputs(ptr, ptr)
@text = private constant [4 x i8] c"out\00"
define i32 @main() {
  %f = load ptr, ptr @stdout
  call i32 @fputs(ptr @text, ptr %f)
  ret i32 0
}`}, "out", 0},
}

// TestARM links the programs for AArch64. They are run where an emulator is; elsewhere, and without that processor's C library, the
// fields of instructions are all that is held.
func TestARM(t *testing.T) {
	for _, f := range []struct {
		kind          uint32
		target, place int64
		want          uint32
	}{
		{uint32(elf.R_AARCH64_ADR_PREL_PG_HI21), 0x12345678, 0x1000, (0x12344&3)<<29 | 0x12344>>2<<5},
		{uint32(elf.R_AARCH64_ADR_PREL_PG_HI21), 0x1000, 0x3ffc, 2<<29 | 0x7ffff<<5},
		{uint32(elf.R_AARCH64_ADD_ABS_LO12_NC), 0x12345678, 0, 0x678 << 10},
		{uint32(elf.R_AARCH64_LDST64_ABS_LO12_NC), 0x12345678, 0, 0xcf << 10},
		{uint32(elf.R_AARCH64_LDST128_ABS_LO12_NC), 0x12345670, 0, 0x67 << 10},
		{uint32(elf.R_AARCH64_CALL26), 0x1000, 0x1008, 0x3fffffe},
		{uint32(elf.R_AARCH64_PREL32), 0x1000, 0x1008, 0xfffffff8},
		{threadHigh, 0x12345, 0, 0x12 << 10},
		{threadLow, 0x12345, 0, 0x345 << 10},
	} {
		at := make([]byte, 4)
		if err := arm.apply(f.kind, at, f.target, f.place); err != nil || order.Uint32(at) != f.want {
			t.Errorf("relocation %d of %#x at %#x: %#x (%v), expected %#x", f.kind, f.target, f.place, order.Uint32(at), err, f.want)
		}
	}
	for kind, target := range map[elf.R_AARCH64]int64{elf.R_AARCH64_LDST64_ABS_LO12_NC: 4, elf.R_AARCH64_CALL26: 1 << 40, elf.R_AARCH64_ADR_PREL_PG_HI21: 1 << 40} {
		if err := arm.apply(uint32(kind), make([]byte, 4), target, 0); err == nil {
			t.Errorf("relocation %v of %#x is taken", kind, target)
		}
	}
	emulator, err := exec.LookPath("qemu-aarch64")
	if _, noLibrary := os.Stat("/usr/aarch64-linux-gnu/lib/libc.so.6"); err != nil || noLibrary != nil {
		return
	}
	for _, tt := range programs {
		data, err := Executable("arm64", objects(t, "aarch64-linux-gnu", tt.modules...)...)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		output, status := execute(t, data, []string{emulator, "-L", "/usr/aarch64-linux-gnu"}, "argument")
		if output != tt.output || status != tt.status&255 {
			t.Errorf("%s: %q, status %d, expected %q, %d", tt.name, output, status, tt.output, tt.status&255)
		}
	}
}

// TestRefused has objects that make no program.
func TestRefused(t *testing.T) {
	const main = "define i32 @main() {\n  ret i32 0\n}\n"
	for _, tt := range []struct {
		name    string
		modules []string
		says    string
	}{
		{"no main", []string{"define i32 @f() {\n  ret i32 0\n}"}, `undefined: ["main"]`},
		{"undefined", []string{"declare i32 @nobody_has_this()\ndefine i32 @main() {\n  %x = call i32 @nobody_has_this()\n  ret i32 %x\n}"}, `undefined: ["nobody_has_this"]`},
		{"an address in code", []string{"define i32 @main() prefix ptr @main {\n  ret i32 0\n}"}, `the address of "main" stands in memory`},
		{"twice", []string{main, main}, `"main" is defined twice`},
		{"a constructor", []string{main + "declare void @abort()\n@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @abort, ptr null }]"}, "section ."},
	} {
		_, err := Executable(runtime.GOARCH, objects(t, "", tt.modules...)...)
		if err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	for _, data := range []string{"", "text", "\x7fELF"} {
		if _, err := Executable(runtime.GOARCH, []byte(data)); err == nil {
			t.Errorf("linked %q", data)
		}
	}
}

// FuzzObject changes bytes of an object: it is an error, or a program, but no panic.
func FuzzObject(f *testing.F) {
	f.Add(uint16(0), byte(1))
	l := libllvm.Find(libllvm.Folders(), 19)
	if l == nil {
		need.Tool(f, "libLLVM 19 or newer")
	}
	out, err := l.Compile(f.Context(), libllvm.Job{Object: true}, []byte("@x = global ptr @main\ndefine i32 @main() {\n  ret i32 0\n}"+pie))
	if err != nil {
		f.Fatal(err)
	}
	for i := range out.Data {
		f.Add(uint16(i), byte(0x80))
		f.Add(uint16(i), byte(0xff))
	}
	f.Fuzz(func(t *testing.T, at uint16, flip byte) {
		data := append([]byte(nil), out.Data...)
		data[int(at)%len(data)] ^= flip
		_, _ = Executable(runtime.GOARCH, data)
	})
}

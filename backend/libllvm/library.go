//go:build linux && (amd64 || arm64)

package libllvm

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"

	"descend/backend/dynlib"
)

// This file is the worker's side: the part of LLVM's C interface that compiling takes. Source: llvm-c/Core.h,
// IRReader.h, Target.h, TargetMachine.h, Transforms/PassBuilder.h, whose names are those of symbols here.

// Handles of the library. A cString is memory that the library has allocated.
type (
	llvmContext uintptr
	module      uintptr
	buffer      uintptr
	target      uintptr
	machine     uintptr
	layout      uintptr
	options     uintptr
	failure     uintptr
	cString     = *byte
	codeKind    int32
)

// The values of enumerations that are used: LLVMAssemblyFile and LLVMObjectFile, LLVMRelocPIC.
const (
	assemblyFile codeKind = 0
	objectFile   codeKind = 1
	relocPIC              = 2
)

// library is LLVM, loaded.
type library struct {
	contextCreate    func() llvmContext
	contextDispose   func(llvmContext)
	memoryBuffer     func(data unsafe.Pointer, bytes uintptr, name string, zero int32) buffer
	bufferStart      func(buffer) unsafe.Pointer
	bufferSize       func(buffer) uintptr
	disposeBuffer    func(buffer)
	parseIR          func(c llvmContext, b buffer, m *module, message *cString) int32
	setTarget        func(m module, triple string)
	setDataLayout    func(m module, l layout)
	targetOf         func(triple string, t *target, message *cString) int32
	createMachine    func(t target, triple, cpu, features string, level, reloc, model int32) machine
	disposeMachine   func(machine)
	verbose          func(tm machine, on int32)
	dataLayout       func(machine) layout
	disposeLayout    func(layout)
	defaultTriple    func() cString
	hostCPU          func() cString
	hostFeatures     func() cString
	createOptions    func() options
	setSLP           func(o options, on int32)
	setVectorize     func(o options, on int32)
	setInterleave    func(o options, on int32)
	setUnroll        func(o options, on int32)
	disposeOptions   func(options)
	runPasses        func(m module, passes string, tm machine, o options) failure
	errorMessage     func(failure) cString
	disposeError     func(cString)
	emit             func(tm machine, m module, kind codeKind, message *cString, out *buffer) int32
	disposeMessage   func(cString)
	parseCommandLine func(n int32, args *cString, overview cString)
}

// symbols lists the functions by their names.
func (l *library) symbols() map[string]any {
	return map[string]any{
		"LLVMContextCreate": &l.contextCreate, "LLVMContextDispose": &l.contextDispose,
		"LLVMCreateMemoryBufferWithMemoryRange": &l.memoryBuffer, "LLVMGetBufferStart": &l.bufferStart,
		"LLVMGetBufferSize": &l.bufferSize, "LLVMDisposeMemoryBuffer": &l.disposeBuffer,
		"LLVMParseIRInContext": &l.parseIR, "LLVMSetTarget": &l.setTarget, "LLVMSetModuleDataLayout": &l.setDataLayout,
		"LLVMGetTargetFromTriple": &l.targetOf, "LLVMCreateTargetMachine": &l.createMachine,
		"LLVMDisposeTargetMachine": &l.disposeMachine, "LLVMSetTargetMachineAsmVerbosity": &l.verbose,
		"LLVMCreateTargetDataLayout": &l.dataLayout, "LLVMDisposeTargetData": &l.disposeLayout,
		"LLVMGetDefaultTargetTriple": &l.defaultTriple, "LLVMGetHostCPUName": &l.hostCPU, "LLVMGetHostCPUFeatures": &l.hostFeatures,
		"LLVMCreatePassBuilderOptions": &l.createOptions, "LLVMPassBuilderOptionsSetSLPVectorization": &l.setSLP,
		"LLVMPassBuilderOptionsSetLoopVectorization": &l.setVectorize, "LLVMPassBuilderOptionsSetLoopInterleaving": &l.setInterleave,
		"LLVMPassBuilderOptionsSetLoopUnrolling": &l.setUnroll,
		"LLVMDisposePassBuilderOptions":          &l.disposeOptions, "LLVMRunPasses": &l.runPasses,
		"LLVMGetErrorMessage": &l.errorMessage, "LLVMDisposeErrorMessage": &l.disposeError,
		"LLVMTargetMachineEmitToMemoryBuffer": &l.emit, "LLVMDisposeMessage": &l.disposeMessage,
		"LLVMParseCommandLineOptions": &l.parseCommandLine,
	}
}

// backends are the targets that are compiled for, by the prefixes of their triples.
var backends = map[string]string{"nvptx64": "NVPTX", "x86_64": "X86", "aarch64": "AArch64"}

// compiler is the library with the targets that were asked for.
type compiler struct {
	library
	handle  uintptr
	ready   map[string]bool
	options []string // that were set
}

// open loads the library.
func open(path string) (*compiler, error) {
	handle, err := dynlib.Open(path)
	if err != nil {
		return nil, err
	}
	c := &compiler{handle: handle, ready: map[string]bool{}}
	for name, function := range c.symbols() {
		address, err := dynlib.Symbol(handle, name)
		if err != nil {
			return nil, fmt.Errorf("%s has no function %s", path, name)
		}
		purego.RegisterFunc(function, address)
	}
	return c, nil
}

// setOptions sets LLVM's options, which count for the whole process: once.
func (c *compiler) setOptions(options []string) {
	if len(c.options) > 0 || len(options) == 0 {
		return
	}
	c.options = options
	args := []cString{bytes("descendc")}
	for _, o := range options {
		args = append(args, bytes(o))
	}
	c.parseCommandLine(int32(len(args)), &args[0], nil)
}

// bytes is a C string of ours.
func bytes(s string) cString { return &append([]byte(s), 0)[0] }

// text copies a C string.
func text(p cString) string {
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}

// message takes over a message of LLVM.
func (c *compiler) message(p cString) string {
	defer c.disposeMessage(p)
	return text(p)
}

// prepare makes the target of a triple known to LLVM.
func (c *compiler) prepare(triple string) error {
	arch, _, _ := strings.Cut(triple, "-")
	name := backends[arch]
	if name == "" || c.ready[name] {
		return nil // LLVM says that there is no such target
	}
	for _, part := range []string{"TargetInfo", "Target", "TargetMC", "AsmPrinter", "AsmParser"} {
		address, err := dynlib.Symbol(c.handle, "LLVMInitialize"+name+part)
		if err != nil && part == "AsmParser" {
			continue // NVPTX has none
		}
		if err != nil {
			return fmt.Errorf("unable to create target: the library was built without %s", name)
		}
		var initialize func()
		purego.RegisterFunc(&initialize, address)
		initialize()
	}
	c.ready[name] = true
	return nil
}

// compile does a job. A zero follows the text.
func (c *compiler) compile(job Job, ir []byte) ([]byte, error) {
	ctx := c.contextCreate()
	defer c.contextDispose(ctx)
	var m module
	var message cString
	// the buffer belongs to the parser from now on, the bytes stay ours
	if c.parseIR(ctx, c.memoryBuffer(unsafe.Pointer(&ir[0]), uintptr(len(ir)-1), "<stdin>", 1), &m, &message) != 0 {
		return nil, errors.New(c.message(message))
	}
	runtime.KeepAlive(ir)
	tm, err := c.machine(&job)
	if err != nil {
		return nil, err
	}
	defer c.disposeMachine(tm)
	l := c.dataLayout(tm)
	c.setTarget(m, job.Triple)
	c.setDataLayout(m, l)
	c.disposeLayout(l)
	if !job.Optimized {
		if err := c.optimize(m, tm, job.Level); err != nil {
			return nil, err
		}
	}
	kind := assemblyFile
	if job.Object {
		kind = objectFile
	}
	var out buffer
	if c.emit(tm, m, kind, &message, &out) != 0 {
		return nil, errors.New(c.message(message))
	}
	defer c.disposeBuffer(out)
	return append([]byte(nil), unsafe.Slice((*byte)(c.bufferStart(out)), c.bufferSize(out))...), nil
}

// machine is what makes code for a job's target, whose triple it fills in.
func (c *compiler) machine(job *Job) (machine, error) {
	if job.Triple == "" {
		job.Triple = c.message(c.defaultTriple())
	}
	if err := c.prepare(job.Triple); err != nil {
		return 0, err
	}
	var t target
	var message cString
	if c.targetOf(job.Triple, &t, &message) != 0 {
		return 0, errors.New(c.message(message))
	}
	cpu, features := job.CPU, job.Features
	if cpu == "native" {
		cpu, features = c.message(c.hostCPU()), c.message(c.hostFeatures())
	}
	reloc := int32(0)
	if job.Object {
		reloc = relocPIC
	}
	tm := c.createMachine(t, job.Triple, cpu, features, int32(job.Level), reloc, 0)
	if tm == 0 {
		return 0, fmt.Errorf("unable to create target %s", job.Triple)
	}
	c.verbose(tm, 1) // with the comments that clang and llc write
	return tm, nil
}

// optimize runs the passes that clang runs at a level.
func (c *compiler) optimize(m module, tm machine, level int) error {
	o := c.createOptions()
	defer c.disposeOptions(o)
	many := int32(0)
	if level >= 2 {
		many = 1
	}
	for _, set := range []func(options, int32){c.setSLP, c.setVectorize, c.setInterleave, c.setUnroll} {
		set(o, many)
	}
	e := c.runPasses(m, fmt.Sprintf("default<O%d>", level), tm, o)
	if e == 0 {
		return nil
	}
	p := c.errorMessage(e)
	defer c.disposeError(p)
	return errors.New(text(p))
}

// Package cuda is the part of NVIDIA's driver API that running kernels takes: devices, memory, modules,
// launches, events and faults. libcuda is loaded when it is needed; neither cgo nor a CUDA toolkit is.
//
// A context belongs to the thread on which it is current, and a goroutine may move between threads: each call
// makes the context current on its thread first. The functions of a Context may be called by several
// goroutines, but the driver orders nothing among them.
//
// The package must not know IR, how kernels are made, or Descend. Source: CUDA Driver API, cuda.h, whose names
// are those of symbols here (cuMemAlloc is the macro of cuMemAlloc_v2).
package cuda

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"

	"descend/backend/dynlib"
)

// LibraryVar names the environment variable that, if set, gives the file to load in place of libcuda.so.1, on Windows nvcuda.dll.
const LibraryVar = "DESCEND_LIBCUDA"

// libraryPaths are the names under which libcuda is looked for.
func libraryPaths() []string {
	if runtime.GOOS == "windows" {
		return []string{"nvcuda.dll"}
	}
	paths := []string{"libcuda.so.1"}
	for _, dir := range libraryDirs {
		paths = append(paths, filepath.Join(dir, "libcuda.so.1"))
	}
	return paths
}

// LibraryName is the name of the driver's library on this system.
func LibraryName() string { return libraryPaths()[0] }

// libraryDirs are where libcuda lies on systems that do not tell their loader.
var libraryDirs = []string{
	"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib/wsl/lib",
	"/usr/local/nvidia/lib64", "/usr/lib/x86_64-linux-gnu/nvidia/current",
}

// Handles of the driver; devicePointer is an address in the memory of the device.
type (
	device        int32
	context       uintptr
	module        uintptr
	function      uintptr
	event         uintptr
	stream        uintptr
	devicePointer uint64
)

// Library is the driver.
type Library struct {
	path string

	initialize           func(flags uint32) Result
	driverGetVersion     func(version *int32) Result
	getErrorName         func(code Result, name **byte) Result
	getErrorString       func(code Result, text **byte) Result
	deviceGetCount       func(n *int32) Result
	deviceGet            func(d *device, ordinal int32) Result
	deviceGetName        func(name *byte, size int32, d device) Result
	deviceGetAttribute   func(value *int32, attribute int32, d device) Result
	deviceTotalMem       func(bytes *uintptr, d device) Result
	primaryCtxRetain     func(c *context, d device) Result
	primaryCtxRelease    func(d device) Result
	ctxSetCurrent        func(c context) Result
	ctxSynchronize       func() Result
	moduleLoadDataEx     func(m *module, image unsafe.Pointer, n uint32, options *uint32, values *uintptr) Result
	moduleUnload         func(m module) Result
	moduleGetFunction    func(f *function, m module, name string) Result
	moduleGetGlobal      func(p *devicePointer, bytes *uintptr, m module, name string) Result
	memAlloc             func(p *devicePointer, bytes uintptr) Result
	memFree              func(p devicePointer) Result
	memGetInfo           func(free, total *uintptr) Result
	memcpyHtoD           func(dst devicePointer, src unsafe.Pointer, bytes uintptr) Result
	memcpyDtoH           func(dst unsafe.Pointer, src devicePointer, bytes uintptr) Result
	memcpyDtoD           func(dst, src devicePointer, bytes uintptr) Result
	memHostAlloc         func(p *unsafe.Pointer, bytes uintptr, flags uint32) Result
	memFreeHost          func(p unsafe.Pointer) Result
	hostGetDevicePointer func(p *devicePointer, host unsafe.Pointer, flags uint32) Result
	funcSetAttribute     func(f function, attribute, value int32) Result
	funcGetAttribute     func(value *int32, attribute int32, f function) Result
	launchKernel         func(f function, gx, gy, gz, bx, by, bz, shared uint32, s stream, params, extra *unsafe.Pointer) Result
	launchCooperative    func(f function, gx, gy, gz, bx, by, bz, shared uint32, s stream, params *unsafe.Pointer) Result
	eventCreate          func(e *event, flags uint32) Result
	eventRecord          func(e event, s stream) Result
	eventSynchronize     func(e event) Result
	eventElapsedTime     func(milliseconds *float32, start, end event) Result
	eventDestroy         func(e event) Result

	// flush is the C library's fflush: the driver prints for kernels with C's buffered standard output.
	flush func(stream uintptr) int32
}

// symbols lists the driver's functions: the names to look for, the newest first.
func (l *Library) symbols() []symbol {
	return []symbol{
		{&l.initialize, "cuInit"},
		{&l.driverGetVersion, "cuDriverGetVersion"},
		{&l.getErrorName, "cuGetErrorName"},
		{&l.getErrorString, "cuGetErrorString"},
		{&l.deviceGetCount, "cuDeviceGetCount"},
		{&l.deviceGet, "cuDeviceGet"},
		{&l.deviceGetName, "cuDeviceGetName"},
		{&l.deviceGetAttribute, "cuDeviceGetAttribute"},
		{&l.deviceTotalMem, "cuDeviceTotalMem_v2"},
		{&l.primaryCtxRetain, "cuDevicePrimaryCtxRetain"},
		{&l.primaryCtxRelease, "cuDevicePrimaryCtxRelease_v2 cuDevicePrimaryCtxRelease"}, // _v2 from CUDA 11 on
		{&l.ctxSetCurrent, "cuCtxSetCurrent"},
		{&l.ctxSynchronize, "cuCtxSynchronize"},
		{&l.moduleLoadDataEx, "cuModuleLoadDataEx"},
		{&l.moduleUnload, "cuModuleUnload"},
		{&l.moduleGetFunction, "cuModuleGetFunction"},
		{&l.moduleGetGlobal, "cuModuleGetGlobal_v2"},
		{&l.memAlloc, "cuMemAlloc_v2"},
		{&l.memFree, "cuMemFree_v2"},
		{&l.memGetInfo, "cuMemGetInfo_v2"},
		{&l.memcpyHtoD, "cuMemcpyHtoD_v2"},
		{&l.memcpyDtoH, "cuMemcpyDtoH_v2"},
		{&l.memcpyDtoD, "cuMemcpyDtoD_v2"},
		{&l.memHostAlloc, "cuMemHostAlloc"},
		{&l.memFreeHost, "cuMemFreeHost"},
		{&l.hostGetDevicePointer, "cuMemHostGetDevicePointer_v2"},
		{&l.funcSetAttribute, "cuFuncSetAttribute"},
		{&l.funcGetAttribute, "cuFuncGetAttribute"},
		{&l.launchKernel, "cuLaunchKernel"},
		{&l.launchCooperative, "cuLaunchCooperativeKernel"},
		{&l.eventCreate, "cuEventCreate"},
		{&l.eventRecord, "cuEventRecord"},
		{&l.eventSynchronize, "cuEventSynchronize"},
		{&l.eventElapsedTime, "cuEventElapsedTime"},
		{&l.eventDestroy, "cuEventDestroy_v2"},
	}
}

type symbol struct {
	function any
	names    string
}

// ErrNoLibrary says that there is no driver on this machine.
var ErrNoLibrary = errors.New("NVIDIA's driver library " + LibraryName() + " was not found")

// Open loads and initializes the driver. The error is an ErrNoLibrary, an *Error (as for a machine without a
// GPU), or says that the library is too old.
func Open() (*Library, error) {
	l := &Library{}
	handle, err := l.load()
	if err != nil {
		return nil, err
	}
	for _, s := range l.symbols() {
		found := false
		for _, name := range strings.Fields(s.names) {
			if address, err := dynlib.Symbol(handle, name); err == nil {
				purego.RegisterFunc(s.function, address)
				found = true
				break
			}
		}
		if !found {
			return nil, fmt.Errorf("the driver library %s has no function %s: the driver is too old", l.path, strings.Fields(s.names)[0])
		}
	}
	if address, err := dynlib.Own("fflush"); err == nil {
		purego.RegisterFunc(&l.flush, address)
	}
	return l, l.check("cuInit", l.initialize(0))
}

// load finds the library.
func (l *Library) load() (uintptr, error) {
	if l.path = os.Getenv(LibraryVar); l.path != "" {
		handle, err := dynlib.Open(l.path)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", LibraryVar, err)
		}
		return handle, nil
	}
	for _, l.path = range libraryPaths() {
		if handle, err := dynlib.Open(l.path); err == nil {
			return handle, nil
		}
	}
	return 0, ErrNoLibrary
}

// flushOutput brings what kernels have printed to standard output; the driver hands it out whenever a call waits
// for a kernel.
func (l *Library) flushOutput() {
	if l.flush != nil {
		l.flush(0)
	}
}

// Path is the file that was loaded, as it was given to the loader.
func (l *Library) Path() string { return l.path }

// Version is the newest CUDA version that the driver knows, such as 12.4.
func (l *Library) Version() string {
	var v int32
	if l.driverGetVersion(&v) != success {
		return "unknown"
	}
	return fmt.Sprintf("%d.%d", v/1000, v%1000/10)
}

// Result is a status code of the driver.
type Result int32

// The codes that this package treats apart.
const (
	success            Result = 0
	OutOfMemory        Result = 2
	NoDevice           Result = 100
	InvalidImage       Result = 200
	NoBinaryForGPU     Result = 209
	InvalidPTX         Result = 218
	UnsupportedVersion Result = 222
	TooManyBlocks      Result = 720 // for a launch whose blocks wait for each other
)

// Error is a call of the driver that failed.
type Error struct {
	Call string // the symbol
	Code Result
	Name string // CUDA_ERROR_..
	Text string // what the driver says of the code
	// Detail says more, if something is known: the log of the JIT compiler, the bytes that were asked for.
	Detail string
}

func (e *Error) Error() string {
	s := fmt.Sprintf("%s: %s (%s, %d)", e.Call, e.Text, e.Name, e.Code)
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// check makes an error of a result.
func (l *Library) check(call string, r Result) error {
	if r == success {
		return nil
	}
	e := &Error{Call: call, Code: r, Name: "unknown error", Text: "the driver gives no reason"}
	var p *byte
	if l.getErrorName(r, &p) == success && p != nil {
		e.Name = cString(p)
	}
	if p = nil; l.getErrorString(r, &p) == success && p != nil {
		e.Text = cString(p)
	}
	return e
}

// cString copies a C string.
func cString(p *byte) string {
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}

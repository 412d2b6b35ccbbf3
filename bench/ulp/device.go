package main

import (
	"bytes"
	"encoding/binary"
	"log"
	"math"
	"os"
	"path/filepath"
	"strings"

	"descend/backend/harness/hostdevice"
	"descend/backend/npy"
	"descend/backend/sim"
	"descend/ir"
	"descend/tools/driver"
)

// kernel is a program that computes a function of every element.
const kernel = `fn k<n: nat>(x: & gpu.global [T; n * 256], y: & gpu.global [T; n * 256], o: &uniq gpu.global [T; n * 256]) -[grid: gpu.grid<X<n>, X<256>>]-> () {
  sched block in grid { sched t in block {
    let u = x.group::<256>[[block]][[t]]; let v = y.group::<256>[[block]][[t]];
    o.group::<256>[[block]][[t]] = F
  } }
}
fn main<n: nat>(x: & cpu.mem [T; n * 256], y: & cpu.mem [T; n * 256], o: &uniq cpu.mem [T; n * 256]) -[t: cpu.thread]-> () {
  let a = GpuGlobal::alloc_copy(&*x); let b = GpuGlobal::alloc_copy(&*y);
  let mut r = GpuGlobal::alloc_copy(&*o);
  k::<<<X<n>, X<256>>>>(&a, &b, &uniq r);
  copy_mem_to_host(o, &r)
}
`

// onCPU runs the kernel on the CPU device.
func onCPU(f function, single bool, args []float64) []float64 {
	return run(nil, []string{"--device=cpu"}, f, single, args)
}

// onNVVM runs its text for GPUs on the host.
func onNVVM(f function, single bool, args []float64) []float64 {
	var d *hostdevice.Device
	defer func() {
		if d != nil {
			d.Close()
		}
	}()
	return run(func(module *ir.Operation) (sim.Device, error) {
		var err error
		d, err = hostdevice.New(module, 3)
		return d, err
	}, nil, f, single, args)
}

func run(device driver.NewDevice, flags []string, f function, single bool, args []float64) []float64 {
	dir, err := os.MkdirTemp("", "ulp")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	typ, term := "f64", f.name+"(u)"
	if single {
		typ = "f32"
	}
	if f.args == 2 {
		term = f.name + "(u, v)"
	}
	file := filepath.Join(dir, "k.desc")
	text := strings.NewReplacer("T", typ, "F", term).Replace(kernel)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
	count := len(args) / f.args
	padded := (count + 255) / 256 * 256
	for i, name := range []string{"x", "y"} {
		a := npy.Array{DType: typ, Shape: []int{padded}}
		for j := range padded {
			v := 1.0
			if j < count && i < f.args {
				v = args[j*f.args+i]
			}
			if single {
				a.Data = binary.LittleEndian.AppendUint32(a.Data, math.Float32bits(float32(v)))
			} else {
				a.Data = binary.LittleEndian.AppendUint64(a.Data, math.Float64bits(v))
			}
		}
		if err := npy.Write(filepath.Join(dir, name+".npy"), a); err != nil {
			log.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	o := filepath.Join(dir, "o.npy")
	line := append([]string{"run", file, "--arg", "x=" + filepath.Join(dir, "x.npy"), "--arg", "y=" + filepath.Join(dir, "y.npy"),
		"--arg", "o=zeros", "--out", "o=" + o}, flags...)
	if status := driver.MainWith(device, line, strings.NewReader(""), &out, &errs); status != 0 {
		log.Fatalf("%s of %s: exit status %d\n%s", f.name, typ, status, errs.String())
	}
	r, err := npy.Read(o)
	if err != nil {
		log.Fatal(err)
	}
	var got []float64
	for i := range count {
		if single {
			got = append(got, float64(math.Float32frombits(binary.LittleEndian.Uint32(r.Data[4*i:]))))
		} else {
			got = append(got, math.Float64frombits(binary.LittleEndian.Uint64(r.Data[8*i:])))
		}
	}
	return got
}

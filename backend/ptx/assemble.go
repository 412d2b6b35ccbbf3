package ptx

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"descend/ir/pattern"
	"descend/ir/scratch"
)

// cudaDirs are the folders besides PATH where NVIDIA's tools usually lie.
var cudaDirs = []string{"/usr/local/cuda/bin", "/opt/cuda/bin", "/usr/lib/nvidia-cuda-toolkit/bin"}

// KernelStats is what ptxas reports about a kernel.
type KernelStats struct {
	Name        string
	Registers   int // per thread
	StackBytes  int // per thread, in local memory
	SpillStores int // bytes per thread
	SpillLoads  int // bytes per thread
	SharedBytes int // static, per block
	Barriers    int // 0 if this ptxas does not say
	CodeBytes   int // of its machine code
}

// Assemble turns PTX into a cubin with ptxas and returns the statistics per
// kernel; flags are more flags of ptxas. The target may be a chip that is newer than all Targets. Errors are *MissingTool, *CompileError or the context's. The finder
// may be nil.
func Assemble(ctx context.Context, finder *Finder, target string, ptx []byte, flags ...string) ([]byte, []KernelStats, error) {
	if _, err := TargetOf(target); err != nil {
		return nil, nil, err
	}
	if finder == nil {
		finder = Default()
	}
	tool, err := finder.Ptxas()
	if err != nil {
		return nil, nil, err
	}
	// ptxas reads and writes named files only.
	folder, err := scratch.New()
	if err != nil {
		return nil, nil, err
	}
	defer folder.Remove()
	in, out := filepath.Join(folder.Path, "module.ptx"), filepath.Join(folder.Path, "module.cubin")
	if err := os.WriteFile(in, ptx, 0o600); err != nil {
		return nil, nil, err
	}
	_, log, err := pipe(ctx, append([]string{tool.Path, "-v", "-arch=" + target, "-o", out, in}, flags...), nil)
	if err != nil {
		if ce, ok := errors.AsType[*CompileError](err); ok && strings.Contains(ce.Stderr, "is not defined for option 'gpu-name'") {
			return nil, nil, &MissingTool{
				Tool: "a ptxas for " + target, Purpose: "it assembles PTX into cubin",
				HowToGet: "CUDA 12.9 knows sm_60 to sm_121", Refused: []string{tool.Path},
			}
		}
		return nil, nil, err
	}
	cubin, err := os.ReadFile(out)
	if err != nil {
		return nil, nil, &CompileError{Tool: tool.Path, Message: "wrote no output", Stderr: log}
	}
	stats := parseStats(log)
	addCode(cubin, stats)
	return cubin, stats, nil
}

// elfVersion is where a cubin has the version of CUDA in place of that of ELF.
const elfVersion = 20

// addCode finds how long the code of kernels is: each has a section of its own.
func addCode(cubin []byte, stats []KernelStats) {
	if len(cubin) < elfVersion+4 {
		return
	}
	cubin = bytes.Clone(cubin)
	binary.LittleEndian.PutUint32(cubin[elfVersion:], uint32(elf.EV_CURRENT))
	f, err := elf.NewFile(bytes.NewReader(cubin))
	if err != nil {
		return
	}
	for i := range stats {
		if s := f.Section(".text." + stats[i].Name); s != nil {
			stats[i].CodeBytes = int(s.Size)
		}
	}
}

// cudaToolkit says how to get NVIDIA's tools.
func cudaToolkit(system string) string {
	if system == "linux" {
		return "apt-get install nvidia-cuda-toolkit (Debian's non-free component), or NVIDIA's CUDA toolkit"
	}
	return "NVIDIA's CUDA toolkit, where there is one for the system"
}

// Ptxas finds the assembler; the error is a *MissingTool.
func (f *Finder) Ptxas() (*Tool, error) {
	if tool := f.Other("ptxas", cudaDirs...); tool != nil {
		return tool, nil
	}
	return nil, &MissingTool{
		Tool:     "ptxas",
		Purpose:  "it assembles PTX into cubin (PTX itself needs no assembling: the driver does it when it loads the kernel)",
		HowToGet: cudaToolkit(runtime.GOOS),
	}
}

var (
	statsKernelRE = pattern.Of(`Compiling entry function '([^']+)'`)
	statsPropsRE  = pattern.Of(`Function properties for '?([\w$.]+)`)
	statsStackRE  = pattern.Of(`(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads`)
	statsUsedRE   = pattern.Of(`Used (\d+) registers`)
	statsSharedRE = pattern.Of(`(\d+)(?:\+\d+)? bytes smem`)
	statsBarRE    = pattern.Of(`used (\d+) barriers`)
)

// parseStats reads what ptxas -v prints about entries.
func parseStats(log string) []KernelStats {
	var ks []KernelStats
	properties := "" // of which function the next stack line speaks
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	for line := range strings.Lines(log) {
		if m := statsKernelRE().FindStringSubmatch(line); m != nil {
			ks = append(ks, KernelStats{Name: m[1]})
			continue
		}
		if m := statsPropsRE().FindStringSubmatch(line); m != nil {
			properties = m[1]
			continue
		}
		if len(ks) == 0 {
			continue
		}
		k := &ks[len(ks)-1]
		if m := statsStackRE().FindStringSubmatch(line); m != nil && properties == k.Name {
			k.StackBytes, k.SpillStores, k.SpillLoads = number(m[1]), number(m[2]), number(m[3])
		}
		if m := statsUsedRE().FindStringSubmatch(line); m != nil {
			k.Registers = number(m[1])
			if m := statsSharedRE().FindStringSubmatch(line); m != nil {
				k.SharedBytes = number(m[1])
			}
			if m := statsBarRE().FindStringSubmatch(line); m != nil {
				k.Barriers = number(m[1])
			}
		}
	}
	return ks
}

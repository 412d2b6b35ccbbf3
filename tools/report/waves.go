package report

import (
	"fmt"

	"descend/backend/ptx"
)

// Waves says how the blocks of a launch come onto a device: as many at once as there is room for.
type Waves struct {
	// Target is the chip, Multiprocessors how many of them a large device of it has.
	Target          string `json:"target"`
	Multiprocessors int    `json:"multiprocessors"`
	// AtOnce are the blocks that all of them have at once, at most where registers are not known.
	AtOnce int64 `json:"blocks_at_once"`
	// Waves is how often so many are started, Last the part of the last wave that has blocks, from 0 to 1.
	Waves int64   `json:"waves"`
	Last  float64 `json:"last_wave"`
	// Problem and Remedy are as for accesses.
	Problem string `json:"problem,omitempty"`
	Remedy  string `json:"remedy,omitempty"`
}

// launchCycles is about what it takes to start a kernel behind another one: 2 to 3 microseconds.
const launchCycles = 4000

// SetWaves says how the blocks of the first launch come onto a device with a chip. It needs the numbers of the kernel, and what ptxas says if it is there.
func (k *Kernel) SetWaves(target string) {
	w := &Waves{Target: target, Multiprocessors: ptx.Multiprocessors(target)}
	registers := 0
	if k.Assembly != nil {
		registers = k.Assembly.Registers
	}
	o, ok := ptx.OccupancyOf(target, int(k.Block[0]*k.Block[1]*k.Block[2]), registers, int(k.Shared))
	blocks := k.Grid[0] * k.Grid[1] * k.Grid[2]
	w.AtOnce = int64(o.Blocks) * int64(w.Multiprocessors)
	if !ok || w.AtOnce == 0 || blocks <= 0 {
		return
	}
	w.Waves = (blocks-1)/w.AtOnce + 1
	w.Last = float64(blocks-(w.Waves-1)*w.AtOnce) / float64(w.AtOnce)
	k.Waves = w
	w.judge(k, blocks)
}

// judge says what of the time is lost, if that is a fifth or more: to starts of kernels, to multiprocessors without blocks.
func (w *Waves) judge(k *Kernel, blocks int64) {
	waves := float64(w.Waves-1) + w.Last
	each := k.Cycles / max(1, k.Launches) / min(blocks, int64(w.Multiprocessors)) // of a launch
	switch {
	case k.Launches > 1 && each < 4*launchCycles && k.Certain == "exact":
		w.Problem = fmt.Sprintf("a launch takes about %d cycles to start, and each of these runs for about %s", launchCycles, count(each))
		w.Remedy = "do more in one launch: loops with `sync(grid)` in the kernel, several steps for a tile, or larger problems at once"
	case blocks < int64(w.Multiprocessors):
		w.Problem = fmt.Sprintf("%d of %d multiprocessors have nothing to do", int64(w.Multiprocessors)-blocks, w.Multiprocessors)
		w.Remedy = "divide the work into more blocks: smaller ones, or a part of each row or column for each block"
		if k.Example {
			w.Remedy = "the sizes are examples: -D gives those that are meant"
		}
	case w.Waves > 1 && float64(w.Waves) >= 1.25*waves:
		w.Problem = fmt.Sprintf("the last wave has blocks for %s of the device, the rest waits for it", percent(w.Last))
		w.Remedy = fmt.Sprintf("let a launch have %d blocks or fewer, of which each takes every so many-th tile in a loop (examples/histogram_strided.desc), or make blocks smaller", w.AtOnce)
	}
}

// facts show it.
func (w *Waves) facts() []Fact {
	room := fmt.Sprintf("the %d blocks that %d multiprocessors of %s have room for", w.AtOnce, w.Multiprocessors, w.Target)
	text := fmt.Sprintf("one, of %s of %s", percent(w.Last), room)
	if w.Waves > 1 {
		text = fmt.Sprintf("%s of %s, the last one %s full", count(w.Waves), room, percent(w.Last))
	}
	out := []Fact{{"waves", text}}
	if w.Problem != "" {
		out = append(out, Fact{"", w.Problem + ": " + w.Remedy})
	}
	return out
}

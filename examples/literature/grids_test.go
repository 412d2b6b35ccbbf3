package literature_test

import "descend/test/trial"

import "slices"

// grids are programs over grids of cells.
var grids = []trial.Program{
	{Name: "hotspot", Sizes: []int{0, 1, 7, 33, 70}, Check: func(r *trial.Run, w int) {
		h := w*3/4 + 1
		here, power := uniform(r, w*h), uniform(r, w*h)
		trial.InOut(r, "temperature", here, h, w)
		trial.Array(r, "power", power, h, w)
		trial.Value(r, "steps", 5)
		for p, v := range map[string]float32{"of_power": 0.5, "along_x": 0.125, "along_y": 0.0625, "to_air": 0.25, "air": 3} {
			trial.Value(r, p, v)
		}
		r.Start()
		for range 5 {
			next := slices.Clone(here)
			for y := range h {
				for x := range w {
					at := func(y, x int) float32 { return here[min(max(y, 0), h-1)*w+min(max(x, 0), w-1)] }
					c := at(y, x)
					next[y*w+x] = c + power[y*w+x]/2 + (at(y, x-1)+at(y, x+1)-2*c)/8 + (at(y-1, x)+at(y+1, x)-2*c)/16 + (3-c)/4
				}
			}
			here = next
		}
		trial.CloseTo(r, "temperature", trial.Result[float32](r, "temperature", h, w), here, 1e-5)
	}},
	{Name: "life", Sizes: []int{0, 1, 7, 33, 70}, Check: func(r *trial.Run, w int) {
		h := w*3/4 + 1
		board := make([]uint8, w*h)
		for i := range board {
			board[i] = uint8(r.Rand.IntN(3) / 2)
		}
		trial.InOut(r, "board", board, h, w)
		trial.Value(r, "generations", 9)
		r.Start()
		for range 9 {
			next := make([]uint8, w*h)
			for y := range h {
				for x := range w {
					around := 0
					for j := max(y-1, 0); j <= min(y+1, h-1); j++ {
						for i := max(x-1, 0); i <= min(x+1, w-1); i++ {
							around += int(board[j*w+i])
						}
					}
					if around == 3 || around == 4 && board[y*w+x] == 1 {
						next[y*w+x] = 1
					}
				}
			}
			board = next
		}
		trial.Equal(r, "cell", trial.Result[uint8](r, "board", h, w), board)
	}},
	{Name: "pathfinder", Sizes: []int{0, 1, 7, 257, 1000}, Check: func(r *trial.Run, n int) {
		m := n%50 + 17*min(n, 1)
		costs := trial.Random[int32](r, n*m, 0, 10)
		trial.Array(r, "costs", costs, m, n)
		trial.Zeros[int32](r, "ways", n)
		r.Start()
		ways := make([]int32, n)
		for row := range slices.Chunk(costs, max(n, 1)) {
			below := slices.Clone(row)
			for i := range below {
				below[i] += slices.Min(ways[max(i-1, 0):min(i+2, n)])
			}
			ways = below
		}
		trial.Equal(r, "way", trial.Result[int32](r, "ways", n), ways)
	}},
}

//go:build js && wasm

// Command wasm is the playground's engine in a browser: it gives JavaScript a function descend(request) that answers JSON with JSON.
package main

import (
	"runtime/debug"
	"syscall/js"

	"descend/tools/playground/engine"
)

func main() {
	debug.SetGCPercent(800)       // a request leaves some ten megabytes, and collecting shares the only thread
	debug.SetMemoryLimit(1 << 30) // a run may hold half of that, and WebAssembly ends at 4 GiB
	light, dark := engine.Styles()
	js.Global().Set("descend", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(engine.JSON([]byte(args[0].String())))
	}))
	js.Global().Set("descendStyles", js.ValueOf([]any{light, dark}))
	js.Global().Call("descendReady")
	select {}
}

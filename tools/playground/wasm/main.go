//go:build js && wasm

// Command wasm is the playground's engine in a browser: it gives JavaScript the functions descend(request), which
// answers JSON with JSON, and descendRest(), to be called while nobody waits.
package main

import (
	"runtime/debug"
	"syscall/js"

	"descend/tools/playground/engine"
)

func main() {
	debug.SetGCPercent(800)       // a request leaves some ten megabytes, and collecting shares the only thread
	debug.SetMemoryLimit(1 << 30) // a run may hold half of that, and WebAssembly ends at 4 GiB
	answers := &engine.Engine{}
	light, dark := engine.Styles()
	js.Global().Set("descend", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(answers.JSON([]byte(args[0].String())))
	}))
	js.Global().Set("descendRest", js.FuncOf(func(js.Value, []js.Value) any {
		answers.Rest()
		return nil
	}))
	js.Global().Set("descendStyles", js.ValueOf([]any{light, dark}))
	js.Global().Call("descendReady")
	select {}
}

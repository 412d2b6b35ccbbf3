package ir

import "testing"

// TestOpaqueResources holds that the resources of a dialect that is kept as text are kept as far as its attributes mention
// them, in that order. mlir-opt refuses such a file.
func TestOpaqueResources(t *testing.T) {
	const start = "\"x.r\"() {a = #d.blob<two>, b = #d.blob<one, 3>} : () -> ()\n\n{-#\n  dialect_resources: {\n    d: {\n"
	const two, one, three = `      two: "0x040000000200000002000000"`, `      one: "0x040000000100000002000000"`, `      three: "0x040000000300000002000000"`
	const end = "\n    }\n  }\n#-}\n"
	m := readModule(t, unregistered(), "m.mlir", []byte(start+three+",\n"+one+",\n"+two+end))
	want := "\"builtin.module\"() ({\n  " + `"x.r"() {a = #d.blob<two>, b = #d.blob<one, 3>} : () -> ()` + "\n}) : () -> ()\n" +
		start[len(`"x.r"() {a = #d.blob<two>, b = #d.blob<one, 3>} : () -> ()`+"\n"):] + two + ",\n" + one + end
	if got := Print(m, PrintOptions{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

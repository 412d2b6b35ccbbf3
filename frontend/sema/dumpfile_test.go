package sema

import (
	"fmt"
	"os"
	"testing"
)

// TestDump prints the IR of the file named by DESCEND_DUMP, for development.
func TestDump(t *testing.T) {
	f := os.Getenv("DESCEND_DUMP")
	if f == "" {
		t.Skip("DESCEND_DUMP not set")
	}
	text, err := os.ReadFile(f)
	if err != nil {
		t.Fatal(err)
	}
	m, diags := analyze(newContext(), string(text))
	for _, d := range diags.Sorted() {
		fmt.Println(d, "|", d.Label)
		for _, r := range d.Related {
			fmt.Println("   ", r.Message)
		}
	}
	fmt.Println(dump(m))
}

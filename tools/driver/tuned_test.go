package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRecordMistakes wants the place of what is wrong in a record, and what belongs there.
func TestRecordMistakes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.tuned.json")
	for text, want := range map[string]string{
		"":                               ": the file is empty",
		"sizes":                          ":1:1: 's' cannot stand here in JSON",
		"{\"version\": 1,\n  devices}":   ":2:3: 'd' cannot stand here in JSON",
		"{\"version\": 1":                ":1:14: the JSON ends too early",
		"[1]":                            ":1:1: the record takes an object, not a list",
		"{\"version\": \"1\"}":           ":1:15: version takes a whole number, not text",
		"{\"version\": 1.5}":             ":1:15: version takes a whole number, not this number",
		"{\"version\": 1,\n \"size\":2}": ":2:2: there is no field \"size\"",
		"{\"version\": 1, \"devices\": {\"cpu\": {\"best\": {\"n\":\n 4}}}}": ":2:2: devices.best takes text, not this number",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readRecord(name, false); err == nil || !strings.HasPrefix(err.Error(), name+want) || !strings.Contains(err.Error(), "no record of descendc tune") {
			t.Errorf("%s\n%v\nwant %s", text, err, want)
		}
	}
}

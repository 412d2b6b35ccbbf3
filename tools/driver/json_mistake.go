package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"

	"descend/frontend/source"
)

// maxRecord bounds the records that are read, in bytes.
const maxRecord = 16 << 20

// readJSON reads a record, which has no other fields than it should have. What says what it is, for an error, which names the file and the place in it.
func readJSON(name, what string, into any) error {
	info, err := os.Stat(name)
	reason := ""
	switch {
	case err != nil:
		reason = source.Reason(err)
	case info.IsDir():
		reason = "it is a folder"
	case !info.Mode().IsRegular():
		reason = "it is no ordinary file"
	case info.Size() > maxRecord:
		reason = fmt.Sprintf("it is larger than %d MiB", maxRecord>>20)
	}
	if reason != "" {
		return usagef("cannot read %s: %s", name, reason)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return usagef("cannot read %s: %s", name, source.Reason(err))
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(into)
	if rest := bytes.TrimLeft(text[d.InputOffset():], " \t\r\n"); err == nil && len(rest) > 0 {
		err = &json.SyntaxError{Offset: int64(len(text)-len(rest)) + 1}
	}
	if err != nil {
		return usagef("%s: it is no %s", jsonMistake(name, text, err), what)
	}
	return nil
}

// jsonMistake says where a file is not the JSON that was expected, and what stands there: "f.json:3:7: version takes a whole number, not text".
func jsonMistake(name string, text []byte, err error) string {
	at := func(offset int64, format string, args ...any) string {
		before := text[:min(max(offset, 0), int64(len(text)))]
		line, column := 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n')
		return fmt.Sprintf("%s:%d:%d: ", name, line, column) + fmt.Sprintf(format, args...)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return name + ": the file is empty"
	}
	if s, ok := errors.AsType[*json.SyntaxError](err); ok && s.Error() != "unexpected end of JSON input" {
		return at(s.Offset-1, "%q cannot stand here in JSON", text[max(0, s.Offset-1)])
	} else if ok || errors.Is(err, io.ErrUnexpectedEOF) {
		return at(int64(len(text)), "the JSON ends too early")
	}
	if u, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		what := "the record"
		if u.Field != "" {
			what = u.Field
		}
		kind, _, _ := strings.Cut(u.Value, " ")
		return at(u.Offset-1, "%s takes %s, not %s", what, jsonKind(u.Type), map[string]string{"string": "text", "number": "this number", "array": "a list", "object": "an object", "bool": "true or false"}[kind])
	}
	if _, field, ok := strings.Cut(err.Error(), "unknown field "); ok {
		return at(int64(bytes.Index(text, []byte(field))), "there is no field %s", field)
	}
	return name + ": " + err.Error()
}

// jsonKind is what JSON has for a type.
func jsonKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Map, reflect.Struct, reflect.Pointer:
		return "an object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

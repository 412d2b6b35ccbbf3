package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

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
	if s, ok := errors.AsType[*json.SyntaxError](err); ok && s.Offset < int64(len(text)) {
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

package ir

import "fmt"

// BodyError is an error of a dialect's ParseType or ParseAttr that knows its place in the body: the parser shows its message there, line and
// column of the file.
type BodyError interface {
	error
	// InBody gives the message, and the byte of the body, from 0 on, that it is about.
	InBody() (offset int, msg string)
}

type bodyError struct {
	offset int
	msg    string
}

// ErrorInBody makes a BodyError at a byte of the body.
func ErrorInBody(offset int, format string, args ...any) error {
	return &bodyError{offset, fmt.Sprintf(format, args...)}
}

func (e *bodyError) Error() string                    { return fmt.Sprintf("%s, at byte %d", e.msg, e.offset) }
func (e *bodyError) InBody() (offset int, msg string) { return e.offset, e.msg }

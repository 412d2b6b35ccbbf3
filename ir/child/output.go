package child

// Output keeps the first Limit bytes of what a program prints; the rest is read and dropped, so that it goes on. It is no bytes.Buffer:
// os/exec would fill that by ReadFrom, which knows no limit.
type Output struct {
	Limit int
	// Cut says that there was more.
	Cut  bool
	text []byte
}

// Write never fails.
func (o *Output) Write(text []byte) (int, error) {
	room := max(0, o.Limit-len(o.text))
	o.Cut = o.Cut || len(text) > room
	o.text = append(o.text, text[:min(len(text), room)]...)
	return len(text), nil
}

// Len is the number of bytes that are kept.
func (o *Output) Len() int { return len(o.text) }

func (o *Output) String() string { return string(o.text) }

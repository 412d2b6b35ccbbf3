package child

import "bytes"

// Output keeps the first Limit bytes of what a program prints; the rest is read and dropped, so that it goes on.
type Output struct {
	bytes.Buffer
	Limit int
}

// Write never fails.
func (o *Output) Write(text []byte) (int, error) {
	o.Buffer.Write(text[:min(len(text), max(0, o.Limit-o.Len()))])
	return len(text), nil
}

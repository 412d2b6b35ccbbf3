package banks

import (
	"fmt"
	"math/bits"
)

// Layout says where the elements of an array in shared memory lie: element i at Offset(i). The zero value is one behind the other.
type Layout struct {
	// Width is the length of a row, in elements: of padded rows any number, of swizzled ones a power of two.
	Width int64
	// Pad is how many elements are left free behind each row.
	Pad int64
	// Unit and Rows are those of a swizzle: within row r, element j lies at j xor (r mod Rows)*Unit. Both are powers of two, and
	// Rows*Unit is at most Width. Rows is 0 where rows are not swizzled.
	Unit, Rows int64
}

// Plain says whether nothing is moved.
func (l Layout) Plain() bool { return l.Pad == 0 && l.Rows == 0 }

// Keeps says whether n elements, the first of which has a number that n divides, stay one behind the other, and n divides the first place.
func (l Layout) Keeps(n int64) bool {
	return n <= 1 || l.Plain() || l.Width%n == 0 && l.Pad%n == 0 && (l.Rows == 0 || l.Unit%n == 0)
}

// Offset is the place of element i. Different elements have different places.
func (l *Layout) Offset(i int64) int64 {
	if l.Rows != 0 {
		return i ^ l.row(i)&(l.Rows-1)*l.Unit
	}
	return i + l.row(i)*l.Pad
}

// row is the number of the row of element i.
func (l *Layout) row(i int64) int64 {
	if l.Width&(l.Width-1) == 0 {
		return i >> bits.TrailingZeros64(uint64(l.Width)) // which takes less time
	}
	return i / l.Width
}

// Elements is the number of places that an array of n elements needs.
func (l Layout) Elements(n int64) int64 {
	switch {
	case n <= 0 || l.Plain():
		return n
	case l.Pad != 0:
		return l.Offset(n-1) + 1
	}
	return (n + l.Width - 1) / l.Width * l.Width
}

// String is the layout in words.
func (l Layout) String() string {
	switch {
	case l.Pad != 0:
		return fmt.Sprintf("rows of %d, padded by %d", l.Width, l.Pad)
	case l.Rows != 0:
		return fmt.Sprintf("rows of %d, swizzled by %d x %d", l.Width, l.Rows, l.Unit)
	}
	return "plain"
}

// mostPad is the most elements that a row is padded by.
const mostPad = 8

// candidates are the layouts to choose from for rows of these widths, all of whose moves are by multiples of unit elements: the plain one
// first, then those that take less memory.
func candidates(widths []int64, unit int64) []Layout {
	out := []Layout{{}}
	for _, w := range widths {
		if w%unit != 0 || w <= 0 {
			continue
		}
		for p := unit; p <= max(mostPad, unit); p += unit {
			out = append(out, Layout{Width: w, Pad: p})
		}
		if w&(w-1) != 0 {
			continue
		}
		for rows := int64(2); rows*unit <= w && rows <= 32; rows *= 2 {
			out = append(out, Layout{Width: w, Unit: unit, Rows: rows})
		}
	}
	return out
}

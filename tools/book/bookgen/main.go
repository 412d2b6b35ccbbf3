// Bookgen writes what the book has from the compiler: the pictures of views, and the index.
//
//	go run ./tools/book/bookgen pictures docs/book/pictures
//	go run ./tools/book/bookgen reference docs/book/reference.md
//
// The pictures are kept with the book, and a test holds that they are up to date; the index is made whenever the book is.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"descend/tools/book"
)

func main() {
	if err := write(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bookgen:", err)
		os.Exit(1)
	}
}

func write(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "reference":
		return os.WriteFile(args[1], []byte(book.Reference()), 0o666)
	case len(args) == 2 && args[0] == "pictures":
		for _, p := range book.Pictures() {
			svg, err := p.SVG()
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(args[1], p.View+".svg"), []byte(svg), 0o666); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("what to write, and where: pictures FOLDER, or reference FILE")
}

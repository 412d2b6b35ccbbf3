package driver

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"descend/ir/pattern"
)

// project are the files of a new project. NAME in them is its name.
//
//go:embed project
var project embed.FS

// new is the command: it makes a folder with a first program.
func (s *session) new(args []string) error {
	if len(args) != 1 || args[0] == "" || strings.HasPrefix(args[0], "-") {
		return usagef("new takes the name of a folder that does not exist: descendc new NAME")
	}
	dir := filepath.Clean(args[0])
	if err := os.Mkdir(dir, 0o777); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return usagef("%s is there already; nothing was written", dir)
		}
		return usagef("cannot make the folder %s: %v", dir, errors.Unwrap(err))
	}
	if err := writeProject(dir); err != nil {
		os.RemoveAll(dir)
		return usagef("cannot write to %s: %v", dir, err)
	}
	fmt.Fprintf(s.stdout, "%s has a program, a test and a README.md. To run it:\n    cd %s\n    descendc run main.desc --arg x=1,2,3 --arg factor=2 --out x=-\n", dir, shellWord(dir))
	return nil
}

var plainWord = pattern.Of(`^[\pL\pN_./][\pL\pN_./+-]*$`)

// shellWord is a word of a command line for sh.
func shellWord(word string) string {
	if plainWord().MatchString(word) {
		return word
	}
	return quoted(word, `'\''`)
}

// writeProject writes the files of a project into its folder.
func writeProject(dir string) error {
	files, err := fs.Sub(project, "project")
	if err != nil {
		return err
	}
	name := filepath.Base(dir)
	if abs, err := filepath.Abs(dir); err == nil {
		name = filepath.Base(abs)
	}
	return fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, path), []byte(strings.ReplaceAll(string(data), "NAME", name)), 0o666)
	})
}

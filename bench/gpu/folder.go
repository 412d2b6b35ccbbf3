package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"descend/tools/driver"
)

//go:embed copy.desc twins/*.cu
var own embed.FS

const script = `#!/bin/sh
# Measures on the GPU of this machine; see bench/README.md of the project. The table goes to standard output and to
# result.md here.
cd "$(dirname "$0")" && exec ./gpu run -o result.md "$@"
`

// makeFolder makes the folder, from the root of the repository.
func makeFolder(dir string, chosen []benchmark, targets []string, small bool) error {
	for _, sub := range []string{"ptx", "twins"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o777); err != nil {
			return err
		}
	}
	sizes := "normal\n"
	if small {
		sizes = "small\n"
	}
	copySource, err := own.ReadFile("copy.desc")
	if err != nil {
		return err
	}
	err = errors.Join(
		os.WriteFile(filepath.Join(dir, "run.sh"), []byte(script), 0o777),
		os.WriteFile(filepath.Join(dir, "sizes"), []byte(sizes), 0o666),
		os.WriteFile(filepath.Join(dir, "copy.desc"), copySource, 0o666),
		copyTwins(filepath.Join(dir, "twins")))
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(dir, "gpu"), "./bench/gpu")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, said)
	}
	return errors.Join(countWorks(dir, chosen, small), compileAll(dir, append([]benchmark{programs[0]}, chosen...), targets, small))
}

// copyTwins copies the twins, of which some are those of bench/sass.
func copyTwins(dir string) error {
	files := map[string]bool{"cub": true}
	for _, b := range programs {
		if name := b.twinFile(); name != "" {
			files[name] = true
		}
	}
	for name := range files {
		text, err := twin(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name+".cu"), text, 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// twinFile is the name of the file of a twin; "" if there is none.
func (b benchmark) twinFile() string {
	switch b.twin {
	case "-":
		return ""
	case "":
		return b.file
	}
	return b.twin
}

// twin is the source of a twin.
func twin(file string) ([]byte, error) {
	if text, err := own.ReadFile("twins/" + file + ".cu"); err == nil {
		return text, nil
	}
	return os.ReadFile(filepath.Join("bench/sass/twins", file+".cu"))
}

// ptxFile is where the code of a program lies: with its sizes as parameters, or as constants.
func ptxFile(dir, file string, constant bool, target string) string {
	sizes := "n"
	if constant {
		sizes = "constant"
	}
	return filepath.Join(dir, "ptx", fmt.Sprintf("%s.%s.%s.ptx", strings.ReplaceAll(file, "/", "_"), sizes, target))
}

// compileAll makes the PTX of all programs, two at a time.
func compileAll(dir string, list []benchmark, targets []string, small bool) error {
	var wg sync.WaitGroup
	slots := make(chan struct{}, 2)
	var mu sync.Mutex
	var errs []error
	done := map[string]bool{}
	for _, b := range list {
		for _, target := range targets {
			for _, constant := range b.kinds() {
				file := ptxFile(dir, b.file, constant, target)
				if done[file] {
					continue
				}
				done[file] = true
				slots <- struct{}{}
				wg.Go(func() {
					defer func() { <-slots }()
					if err := b.compile(dir, file, constant, target, small); err != nil {
						mu.Lock()
						errs = append(errs, err)
						mu.Unlock()
					}
				})
			}
		}
	}
	wg.Wait()
	return errors.Join(errs...)
}

func (b benchmark) compile(dir, file string, constant bool, target string, small bool) error {
	args := append([]string{"build", b.source(dir), "--target=" + target, "-o", file}, b.defines(constant, small)...)
	var errs bytes.Buffer
	if status := driver.Main(args, strings.NewReader(""), &errs, &errs); status != 0 {
		return fmt.Errorf("descendc %s: exit status %d\n%s", strings.Join(args, " "), status, errs.String())
	}
	return nil
}

// source is the Descend program.
func (b benchmark) source(dir string) string {
	if b.file == "copy" {
		return filepath.Join(dir, "copy.desc")
	}
	if own := filepath.Join("bench/kernels", b.file+".desc"); exists(own) {
		return own
	}
	return filepath.Join("examples", b.file+".desc")
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// defines are the flags that make the sizes constants.
func (b benchmark) defines(constant, small bool) []string {
	var flags []string
	if constant {
		for _, n := range b.nats(b.sizeFor(small)) {
			flags = append(flags, "-D", fmt.Sprintf("%s=%d", n.name, n.value))
		}
	}
	return flags
}

func (b benchmark) sizeFor(small bool) int {
	if small {
		return b.smallSize
	}
	return b.size
}

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"descend/backend/libllvm"
	"descend/tools/driver"
)

// file is a file of an archive: its name there, and its contents, or where it is read from.
type file struct {
	name, from string
	mode       int64
	data       []byte
}

func (f file) contents() ([]byte, error) {
	if f.from == "" {
		return f.data, nil
	}
	return os.ReadFile(f.from)
}

// ownFiles are the files beside the commands: licence, documentation, what shells complete with.
func ownFiles() (files []file, err error) {
	for _, name := range []string{"LICENSE", "README.md", "docs/CHANGELOG.md", "docs/using.md", "docs/language.md"} {
		files = append(files, file{path.Base(name), filepath.FromSlash(name), 0o644, nil})
	}
	for name, args := range map[string]string{"descendc.1": "man", "descendc.bash": "completion bash", "_descendc": "completion zsh", "descendc.fish": "completion fish"} {
		var out, errs bytes.Buffer
		if status := driver.Main(strings.Fields(args), strings.NewReader(""), &out, &errs); status != 0 {
			return nil, fmt.Errorf("descendc %s: status %d: %s", args, status, errs.String())
		}
		files = append(files, file{name: name, mode: 0o644, data: out.Bytes()})
	}
	sortFiles(files)
	return files, nil
}

// tarball writes a .tar.gz with the files in a folder. All of them belong to root and have one time.
func tarball(w io.Writer, folder string, files []file, at time.Time) error {
	z := gzip.NewWriter(w)
	t := tar.NewWriter(z)
	for _, f := range files {
		data, err := f.contents()
		if err != nil {
			return err
		}
		h := &tar.Header{Name: folder + "/" + f.name, Mode: f.mode, Size: int64(len(data)), ModTime: at, Uname: "root", Gname: "root", Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return z.Close()
}

// zipped writes the same as a .zip.
func zipped(w io.Writer, folder string, files []file, at time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		data, err := f.contents()
		if err != nil {
			return err
		}
		e, err := z.CreateHeader(&zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: at})
		if err != nil {
			return err
		}
		if _, err := e.Write(data); err != nil {
			return err
		}
	}
	return z.Close()
}

// debPlaces are where a Debian package has the files; binaries are in /usr/bin, all others are documentation.
var debPlaces = map[string]string{
	"descendc": "usr/bin/descendc", libllvm.ProgramName: "usr/lib/descend/" + libllvm.ProgramName, "descend-opt": "usr/bin/descend-opt", "descendc.1": "usr/share/man/man1/descendc.1.gz",
	"descendc.bash": "usr/share/bash-completion/completions/descendc", "_descendc": "usr/share/zsh/vendor-completions/_descendc",
	"descendc.fish": "usr/share/fish/vendor_completions.d/descendc.fish", "LICENSE": "usr/share/doc/descend/copyright",
}

// deb makes a Debian package with dpkg-deb.
func (r *release) deb(arch, dir string, files []file) error {
	version := strings.ReplaceAll(strings.TrimPrefix(r.version, "v"), "-", "~")
	root := filepath.Join(dir, "deb")
	size := 0
	for _, f := range files {
		data, err := f.contents()
		if err != nil {
			return err
		}
		to := debPlaces[f.name]
		if to == "" {
			to = "usr/share/doc/descend/" + f.name
		}
		if strings.HasSuffix(to, ".gz") {
			var b bytes.Buffer
			z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
			z.Write(data)
			if err := z.Close(); err != nil {
				return err
			}
			data = b.Bytes()
		}
		size += len(data)
		if err := r.put(root, to, data, os.FileMode(f.mode)); err != nil {
			return err
		}
	}
	recommends := "libllvm19 | libllvm20 | libllvm21, clang"
	if slices.ContainsFunc(files, func(f file) bool { return f.name == libllvm.ProgramName }) {
		recommends = "clang"
	}
	control := fmt.Sprintf(`Package: descend
Version: %s
Architecture: %s
Maintainer: %s
Installed-Size: %d
Section: devel
Priority: optional
Depends: libc6
Recommends: %s
Description: compiler for Descend, a safe language for GPUs
 Descend extends Rust's ownership and borrowing with execution resources, views
 and address spaces: data races, wrong barriers and wrong launches are errors of
 compilation. descendc checks programs, compiles them to PTX and to native
 programs, and runs them on a simulator, on the CPU and on GPUs; descend-opt
 runs passes on the IR. LLVM's library makes the machine code.
`, version, arch, r.maintainer, (size+1023)/1024, recommends)
	if err := r.put(root, "DEBIAN/control", []byte(control), 0o644); err != nil {
		return err
	}
	name := fmt.Sprintf("descend_%s_%s.deb", version, arch)
	cmd := exec.Command("dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build", root, filepath.Join(r.out, name))
	cmd.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.time.Unix()))
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("dpkg-deb: %w\n%s", err, said)
	}
	r.written = append(r.written, name)
	return nil
}

// put writes a file of a package, with the permissions that it has there whatever the mask of this process is, and the time of the release.
func (r *release) put(root, name string, data []byte, mode os.FileMode) error {
	to := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(to, data, mode); err != nil {
		return err
	}
	if err := os.Chmod(to, mode); err != nil {
		return err
	}
	for at := to; at != filepath.Dir(root); at = filepath.Dir(at) {
		if at != to {
			if err := os.Chmod(at, 0o755); err != nil {
				return err
			}
		}
		if err := os.Chtimes(at, r.time, r.time); err != nil {
			return err
		}
	}
	return nil
}

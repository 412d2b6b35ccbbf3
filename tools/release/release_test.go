package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/elf"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"descend/ir/need"
)

var commitTime = time.Unix(1_700_000_000, 0).UTC()

// TestPlatforms vets what differs between systems for those that this machine is not, and builds descendc for Windows.
func TestPlatforms(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for other systems")
	}
	for _, c := range []struct {
		goos, arch string
		args       []string
	}{
		{"windows", "amd64", []string{"build", "-o", t.TempDir(), "descend/tools/descendc"}},
		{"windows", "amd64", []string{"vet", "descend/ir/scratch", "descend/ir/outfile", "descend/ir/child", "descend/ir/console", "descend/backend/dynlib"}},
		{"darwin", "arm64", []string{"vet", "descend/ir/scratch", "descend/ir/outfile", "descend/ir/child", "descend/ir/console", "descend/backend/dynlib"}},
	} {
		cmd := exec.Command("go", c.args...)
		cmd.Env = append(os.Environ(), "GOOS="+c.goos, "GOARCH="+c.arch, "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s/%s: go %s: %v\n%s", c.goos, c.arch, c.args[0], err, out)
		}
	}
}

// TestSameBytes builds a command from copies of the sources in two folders, with other settings of the user: the bytes are the same. It needs
// nothing of the system. tools/release.sh does the same for all that is in a release.
func TestSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("links a command twice")
	}
	const tool = "descend-opt"
	var built [][]byte
	for _, settings := range []map[string]string{
		{"GOFLAGS": "", "GOAMD64": "v1", "TZ": "UTC"},
		{"GOFLAGS": "-tags=other -ldflags=-X=main.x=1", "GOAMD64": "v3", "TZ": "Asia/Tokyo", "HOME": t.TempDir(), "LC_ALL": "C"},
	} {
		for _, name := range []string{"GOCACHE", "GOMODCACHE"} { // which are in HOME
			t.Setenv(name, strings.TrimSpace(need.Run(t, "", "go", "env", name)))
		}
		for name, value := range settings {
			t.Setenv(name, value)
		}
		source := filepath.Join(t.TempDir(), "sources of a release")
		copySources(t, source)
		r := &release{version: "v1.2.3", commit: "0123456789abcdef", time: commitTime, source: source}
		if err := r.buildTools("linux", "amd64", source, tool); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(source, tool))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(filepath.Base(source))) {
			t.Error("the folder of the sources is in the program")
		}
		built = append(built, data)
	}
	if !bytes.Equal(built[0], built[1]) {
		t.Error("two builds differ")
	}
	file, err := elf.NewFile(bytes.NewReader(built[0]))
	if err != nil {
		t.Fatal(err)
	}
	libraries, err := file.ImportedLibraries()
	if err != nil || len(libraries) > 0 {
		t.Errorf("%v: %q", err, libraries)
	}
}

// copySources copies the files of the repository that git knows.
func copySources(t *testing.T, to string) {
	t.Helper()
	for name := range strings.SplitSeq(strings.TrimSuffix(need.Run(t, "", "git", "-C", "../..", "ls-files", "-z"), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join("../..", name))
		if err == nil {
			err = errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o777), os.WriteFile(filepath.Join(to, name), data, 0o666))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// packed makes all forms of an archive of a few files, a second apart from the call before.
func packed(t *testing.T) map[string][]byte {
	dir := t.TempDir()
	from := filepath.Join(dir, "program")
	if err := os.WriteFile(from, []byte("machine code"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := []file{{"descendc", from, 0o755, nil}, {name: "descendc.1", mode: 0o644, data: []byte(".TH\n")}, {name: "LICENSE", mode: 0o644, data: []byte("terms\n")}}
	out := map[string][]byte{}
	var b bytes.Buffer
	if err := tarball(&b, "x", files, commitTime); err != nil {
		t.Fatal(err)
	}
	out["tar"] = bytes.Clone(b.Bytes())
	b.Reset()
	if err := zipped(&b, "x", files, commitTime); err != nil {
		t.Fatal(err)
	}
	out["zip"] = bytes.Clone(b.Bytes())
	if _, err := exec.LookPath("dpkg-deb"); err == nil {
		r := &release{version: "v1.2.3-rc.1", out: dir, time: commitTime, maintainer: nobody}
		if err := r.deb("arm64", filepath.Join(dir, "build"), files); err != nil {
			t.Fatal(err)
		}
		if out["deb"], err = os.ReadFile(filepath.Join(dir, "descend_1.2.3~rc.1_arm64.deb")); err != nil {
			t.Fatal(err)
		}
		if err := r.checksums(); err != nil {
			t.Fatal(err)
		}
		sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
		if want := fmt.Sprintf("%x  descend_1.2.3~rc.1_arm64.deb\n", sha256.Sum256(out["deb"])); err != nil || string(sums) != want {
			t.Errorf("%v: %s", err, sums)
		}
	}
	return out
}

// TestArchives holds that archives are the same bytes at another time and in another folder, and what is in them.
func TestArchives(t *testing.T) {
	one := packed(t)
	time.Sleep(1100 * time.Millisecond)
	for kind, data := range packed(t) {
		if !bytes.Equal(data, one[kind]) {
			t.Errorf("%s: two archives differ", kind)
		}
	}
	z, err := gzip.NewReader(bytes.NewReader(one["tar"]))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, fmt.Sprintf("%s %o %d %s", h.Name, h.Mode, h.ModTime.Unix(), h.Uname))
	}
	if want := []string{"x/descendc 755 1700000000 root", "x/descendc.1 644 1700000000 root", "x/LICENSE 644 1700000000 root"}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
	if one["deb"] != nil {
		file := filepath.Join(t.TempDir(), "x.deb")
		if err := os.WriteFile(file, one["deb"], 0o666); err != nil {
			t.Fatal(err)
		}
		list := need.Run(t, "", need.Program(t, "dpkg-deb"), "-c", file) + need.Run(t, "", "dpkg-deb", "-f", file)
		for _, want := range []string{"-rwxr-xr-x root/root", "./usr/bin/descendc\n", "./usr/share/man/man1/descendc.1.gz\n", "./usr/share/doc/descend/copyright\n", "Version: 1.2.3~rc.1\n", "Architecture: arm64\n", "Maintainer: " + nobody + "\n", "Depends: libc6\n"} {
			if !strings.Contains(list, want) {
				t.Errorf("no %q in %s", want, list)
			}
		}
	}
}

// TestParts makes the SBOM and the licences of this test, which has modules as the tools have.
func TestParts(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	if !ok || len(info.Deps) == 0 {
		t.Fatal("no modules are noted in this test")
	}
	one, err := sbomOf(info, "v1.2.3", "0123456789abcdef", "linux/amd64", commitTime)
	if err != nil {
		t.Fatal(err)
	}
	var bom struct {
		BOMFormat, SerialNumber string
		Components              []struct {
			Name, Version, Purl string
			Licenses            []struct{ License struct{ ID string } }
		}
	}
	if err := json.Unmarshal(one, &bom); err != nil || bom.BOMFormat != "CycloneDX" || len(bom.Components) != len(info.Deps)+1 || bom.Components[0].Name != "std" {
		t.Errorf("%v: %s", err, one)
	}
	known := map[string]string{"std": "BSD-3-Clause", "github.com/spf13/pflag": "BSD-3-Clause", "github.com/yuin/goldmark": "MIT", "github.com/llir/llvm": "0BSD",
		"github.com/mewmew/float": "Unlicense", "github.com/pkg/errors": "BSD-2-Clause", "github.com/ebitengine/purego": "Apache-2.0"}
	for _, c := range bom.Components {
		if want := known[c.Name]; len(c.Licenses) == 0 || want != "" && c.Licenses[0].License.ID != want {
			t.Errorf("the licences of %s are %v, want %s", c.Name, c.Licenses, want)
		}
		delete(known, c.Name)
	}
	if len(known) > 0 {
		t.Errorf("the SBOM lacks %v", known)
	}
	if two, _ := sbomOf(info, "v1.2.3", "0123456789abcdef", "linux/amd64", commitTime); !bytes.Equal(one, two) {
		t.Error("two SBOMs differ")
	}
	if other, _ := sbomOf(info, "v1.2.4", "0123456789abcdef", "linux/amd64", commitTime); bytes.Contains(other, []byte(bom.SerialNumber)) {
		t.Error("two releases have one number")
	}
	text, err := licencesOf(info.Deps)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range info.Deps {
		if !bytes.Contains(text, []byte(m.Path+" "+m.Version)) {
			t.Errorf("%s is not in the licences", m.Path)
		}
	}
	if own, err := ownFiles(); err != nil || len(own) < 8 || !slices.ContainsFunc(own, func(f file) bool { return f.name == "descendc.1" }) {
		t.Errorf("%v: %d files", err, len(own))
	}
}

// TestLLVM lists what is in LLVM's program: parts, with terms that are known.
func TestLLVM(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.licences")
	parts := func(text string) (string, error) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := llvmParts(file)
		if err != nil {
			return "", err
		}
		info, _ := debug.ReadBuildInfo()
		bom, err := sbomOf(info, "v1.2.3", "0123456789abcdef", "linux/amd64", commitTime, list...)
		return string(bom), err
	}
	bom, err := parts("llvm-toolchain-19 1:19.1.7-3\nzlib 1:1.2.13\n\nterms 1\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"expression": "Apache-2.0 WITH LLVM-exception"`, `"pkg:deb/debian/zlib@1:1.2.13"`, `"name": "std"`} {
		if !strings.Contains(bom, want) {
			t.Errorf("no %s in %s", want, bom)
		}
	}
	for _, wrong := range []string{"", "\n\nterms", "nothing 1.0\n", "zlib\n"} {
		if _, err := parts(wrong); err == nil {
			t.Errorf("%q is a list", wrong)
		}
	}
}

// TestUsage holds what is refused before anything is built.
func TestUsage(t *testing.T) {
	for args, want := range map[string]string{
		"": "--version", "--version=1.2": "--version", "--version=v1.2.3": "--out", "--version=v1.2.3 --out=x --platform=plan9/386": "--platform", "--version=v1.2.3 --out=x --maintainer=me": "--maintainer", "x": "unexpected", "--nope": "unknown flag",
	} {
		if err := run(strings.Fields(args), io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// TestChanges releases no work tree with changes, and nothing that is no work tree.
func TestChanges(t *testing.T) {
	t.Chdir(t.TempDir())
	trial := func() string {
		err := run([]string{"--version=v1.2.3", "--out=x"}, io.Discard)
		if err == nil {
			t.Fatal("released")
		}
		return err.Error()
	}
	if said := trial(); !strings.Contains(said, "git status") || strings.Contains(said, "has changes") {
		t.Error(said)
	}
	if out, err := exec.Command("git", "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.WriteFile("a", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if said := trial(); !strings.HasSuffix(said, "(--allow-changes makes a trial):\n?? a") {
		t.Error(said)
	}
}

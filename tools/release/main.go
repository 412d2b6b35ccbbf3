// Command release makes what a release is of: for each platform an archive with descendc and descend-opt, for Debian packages, checksums, an
// SBOM in CycloneDX and the licences of what is in the binaries. All of it follows from the commit, the version and the Go that builds:
// two runs give the same bytes.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/spf13/pflag"

	"descend/backend/libllvm"
)

// platforms are what releases are for.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"}

// tools are the commands in a release.
var tools = []string{"descendc", "descend-opt"}

var versionForm = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$`)

// release is one run of the command.
type release struct {
	version string // v1.2.3
	out     string // the folder that gets all files
	commit  string
	time    time.Time
	written []string // names in out
	// source is the folder of the module, empty for the current one; maintainer is who answers for the .deb packages, name and address.
	source, maintainer string
	// llvm is the file with LLVM in one program, and llvm+".licences" lists what is in it; empty for none.
	llvm string
}

// nobody is the maintainer where none is named: Debian wants a name and an address, and .invalid is the one that says that it is none.
const nobody = "Descend developers <nobody@descend.invalid>"

var maintainerForm = regexp.MustCompile(`^[^<>,\n]+ <[^<>@\s]+@[^<>@\s]+>$`)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil && !errors.Is(err, pflag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string, log io.Writer) error {
	f := pflag.NewFlagSet("release", pflag.ContinueOnError)
	version := f.String("version", "", "version of the release: v1.2.3")
	out := f.String("out", "", "folder for the files; it must not exist")
	only := f.StringSlice("platform", platforms, "platforms, as linux/arm64,windows/amd64")
	maintainer := f.String("maintainer", nobody, "who answers for the .deb packages")
	llvm := f.String("llvm", "", "descend-llvm for the release for this processor's Linux, as tools/llvm.sh makes it")
	dirty := f.Bool("allow-changes", false, "build although the work tree has changes: for trials")
	if err := f.Parse(args); err != nil {
		return err
	}
	switch {
	case f.NArg() > 0:
		return fmt.Errorf("unexpected argument %s", f.Arg(0))
	case !versionForm.MatchString(*version):
		return fmt.Errorf("--version takes a version as v1.2.3, not %q", *version)
	case *out == "":
		return errors.New("--out names the folder for the files")
	case !maintainerForm.MatchString(*maintainer):
		return fmt.Errorf("--maintainer takes a name and an address, as 'Jane Doe <jane@example.org>', not %q", *maintainer)
	}
	for _, p := range *only {
		if !slices.Contains(platforms, p) {
			return fmt.Errorf("--platform: releases are for %s, not %s", strings.Join(platforms, ", "), p)
		}
	}
	if changes, err := output("git", "status", "--porcelain"); err != nil {
		return err
	} else if changes != "" && !*dirty {
		return fmt.Errorf("the work tree has changes, and what is released is a commit (--allow-changes makes a trial):\n%s", strings.TrimSuffix(changes, "\n"))
	}
	r := &release{version: *version, out: *out, maintainer: *maintainer, llvm: *llvm}
	if err := r.takeCommit(); err != nil {
		return err
	}
	if err := os.Mkdir(r.out, 0o777); err != nil {
		return err
	}
	build, err := os.MkdirTemp("", "descend-release-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(build)
	for _, p := range *only {
		begin := time.Now()
		if err := r.platform(p, filepath.Join(build, strings.ReplaceAll(p, "/", "-"))); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		fmt.Fprintf(log, "%s: %.0f s\n", p, time.Since(begin).Seconds())
	}
	return r.checksums()
}

// takeCommit takes the commit, and its time for that of all files.
func (r *release) takeCommit() error {
	text, err := output("git", "log", "-1", "--format=%ct %H")
	if err != nil {
		return err
	}
	at, commit, _ := strings.Cut(strings.TrimSpace(text), " ")
	seconds, err := strconv.ParseInt(at, 10, 64)
	r.commit = commit
	r.time = time.Unix(seconds, 0).UTC()
	return err
}

// platform makes the files for a platform. dir is for what is built.
func (r *release) platform(platform, dir string) error {
	goos, arch, _ := strings.Cut(platform, "/")
	if err := r.buildTools(goos, arch, dir, tools...); err != nil {
		return err
	}
	var files []file
	for _, name := range tools {
		if goos == "windows" {
			name += ".exe"
		}
		files = append(files, file{name, filepath.Join(dir, name), 0o755, nil})
	}
	info, err := buildinfo.ReadFile(files[0].from)
	if err != nil {
		return err
	}
	licences, err := licencesOf(info.Deps)
	if err != nil {
		return err
	}
	own, err := ownFiles()
	if err != nil {
		return err
	}
	files = append(append(files, own...), file{name: "THIRD_PARTY_LICENSES.txt", mode: 0o644, data: licences})
	var parts []cdx.Component
	if r.llvm != "" && platform == "linux/"+runtime.GOARCH {
		if parts, err = llvmParts(r.llvm + ".licences"); err != nil {
			return err
		}
		files = append(files, file{name: libllvm.ProgramName, from: r.llvm, mode: 0o755}, file{name: "LLVM_LICENSES.txt", from: r.llvm + ".licences", mode: 0o644})
	}
	sbom, err := sbomOf(info, r.version, r.commit, platform, r.time, parts...)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("descend-%s-%s-%s", r.version, goos, arch)
	pack, ext := tarball, ".tar.gz"
	if goos == "windows" {
		pack, ext = zipped, ".zip"
	}
	if err := r.write(name+ext, func(w io.Writer) error { return pack(w, name, files, r.time) }); err != nil {
		return err
	}
	if err := r.write(name+".cdx.json", func(w io.Writer) error { _, err := w.Write(sbom); return err }); err != nil {
		return err
	}
	if goos == "linux" {
		return r.deb(arch, dir, files)
	}
	return nil
}

// buildTools builds commands into a folder, without what differs between machines: paths, cgo and the settings of the user. For Linux they
// are linked with the C library at most, by its name: whoever loads the driver needs its loader.
func (r *release) buildTools(goos, arch, dir string, tools ...string) error {
	const version = "descend/tools/version."
	link := fmt.Sprintf("-ldflags=-s -w -buildid= -X %srelease=%s -X '%scommit=%.12s of %s'", version, r.version, version, r.commit, r.time.Format(time.DateOnly))
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", link, "-o", dir+string(filepath.Separator))
	for _, name := range tools {
		cmd.Args = append(cmd.Args, "descend/tools/"+name)
	}
	cmd.Dir = r.source
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+arch, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, said)
	}
	return nil
}

// write makes a file of the release.
func (r *release) write(name string, write func(io.Writer) error) error {
	f, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := write(f); err != nil {
		return err
	}
	r.written = append(r.written, name)
	return f.Close()
}

// checksums writes SHA256SUMS, for sha256sum -c.
func (r *release) checksums() error {
	slices.Sort(r.written)
	var text strings.Builder
	for _, name := range r.written {
		data, err := os.ReadFile(filepath.Join(r.out, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(data), name)
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(text.String()), 0o666)
}

// output is what a command prints.
func output(name string, args ...string) (string, error) {
	data, err := exec.Command(name, args...).Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, exit.Stderr)
	}
	return string(data), err
}

// goVersion is the Go that builds.
func goVersion() string { return runtime.Version() }

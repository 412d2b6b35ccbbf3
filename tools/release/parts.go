package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func sortFiles(files []file) {
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
}

// sbomOf lists what a binary is made of, as CycloneDX has it. Its number follows from what it lists.
func sbomOf(info *debug.BuildInfo, version, commit, platform string, at time.Time) ([]byte, error) {
	bom := cdx.NewBOM()
	root := "pkg:golang/" + info.Main.Path + "@" + version
	bom.Metadata = &cdx.Metadata{
		Timestamp: at.Format(time.RFC3339),
		Component: &cdx.Component{
			BOMRef: root, Type: cdx.ComponentTypeApplication, Name: "descend", Version: version, PackageURL: root,
			Licenses:   &cdx.Licenses{{License: &cdx.License{ID: "Apache-2.0"}}},
			Properties: &[]cdx.Property{{Name: "platform", Value: platform}, {Name: "commit", Value: commit}},
		},
	}
	goRef := "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go")
	components := []cdx.Component{{BOMRef: goRef, Type: cdx.ComponentTypeLibrary, Name: "std", Version: info.GoVersion, PackageURL: goRef,
		Licenses: &cdx.Licenses{{License: &cdx.License{ID: "BSD-3-Clause"}}}}}
	refs := []string{goRef}
	for _, m := range info.Deps {
		if m.Replace != nil {
			return nil, fmt.Errorf("%s is replaced by %s: a release is made of what go.mod names", m.Path, m.Replace.Path)
		}
		ref := "pkg:golang/" + m.Path + "@" + m.Version
		sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:"))
		if err != nil {
			return nil, err
		}
		components = append(components, cdx.Component{BOMRef: ref, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: ref,
			Hashes: &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}})
		refs = append(refs, ref)
	}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: root, Dependencies: &refs}}
	id := sha256.Sum256([]byte(root + platform + commit + strings.Join(refs, "\n")))
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // a UUID of version 8
	bom.SerialNumber = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16])
	var b bytes.Buffer
	err := cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	return b.Bytes(), err
}

// licenceName matches the files that tell on which terms a module can be used.
var licenceName = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|notice|patents)`)

// licencesOf are the licences of Go and of the modules in a binary. One without a licence is an error.
func licencesOf(deps []*debug.Module) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("The commands contain Go's library and the modules below, on these terms.\n")
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if err := licences(&b, "Go "+goVersion(), strings.TrimSpace(root)); err != nil {
		return nil, err
	}
	for _, m := range deps {
		text, err := output("go", "mod", "download", "-json", m.Path+"@"+m.Version)
		if err != nil {
			return nil, err
		}
		var found struct{ Dir string }
		if err := json.Unmarshal([]byte(text), &found); err != nil {
			return nil, err
		}
		if err := licences(&b, m.Path+" "+m.Version, found.Dir); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

func licences(b *bytes.Buffer, of, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	some := false
	for _, e := range entries {
		if e.IsDir() || !licenceName.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "\n%s\n%s: %s\n%[1]s\n\n%[4]s\n", strings.Repeat("=", 78), of, e.Name(), strings.TrimRight(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"))
		some = true
	}
	if !some {
		return fmt.Errorf("%s has no licence in %s", of, dir)
	}
	return nil
}

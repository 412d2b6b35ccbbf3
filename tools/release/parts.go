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

// sbomOf lists what a binary is made of, and more that comes with it, as CycloneDX has it. Its number follows from what it lists.
func sbomOf(info *debug.BuildInfo, version, commit, platform string, at time.Time, more ...cdx.Component) ([]byte, error) {
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
		licences, err := termsOf(m)
		if err != nil {
			return nil, err
		}
		components = append(components, cdx.Component{BOMRef: ref, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: ref,
			Licenses: licences,
			Hashes:   &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}})
		refs = append(refs, ref)
	}
	for _, c := range more {
		components, refs = append(components, c), append(refs, c.BOMRef)
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

// licencesOf are the licences of Go and of the modules in a binary.
func licencesOf(deps []*debug.Module) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("The commands contain Go's library and the modules below, on these terms.\n")
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	all, err := licenceFiles("Go "+goVersion(), strings.TrimSpace(root))
	if err != nil {
		return nil, err
	}
	for _, m := range deps {
		files, err := moduleLicences(m)
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	for _, f := range all {
		fmt.Fprintf(&b, "\n%s\n%s: %s\n%[1]s\n\n%[4]s\n", strings.Repeat("=", 78), f.from, f.name, f.data)
	}
	return b.Bytes(), nil
}

// moduleLicences are the licences of a module.
func moduleLicences(m *debug.Module) ([]file, error) {
	text, err := output("go", "mod", "download", "-json", m.Path+"@"+m.Version)
	if err != nil {
		return nil, err
	}
	var found struct{ Dir string }
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		return nil, err
	}
	return licenceFiles(m.Path+" "+m.Version, found.Dir)
}

// licenceFiles are the files in a folder on the terms of something. None is an error.
func licenceFiles(of, dir string) (files []file, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.IsDir() || !licenceName.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: e.Name(), from: of, data: []byte(strings.TrimRight(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"))})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no licence in %s", of, dir)
	}
	return files, nil
}

// terms are sentences by which licences are known, with their names at SPDX.
var terms = []struct{ name, has, lacks string }{
	{"Apache-2.0", "Apache License Version 2.0", ""},
	{"MIT", "Permission is hereby granted, free of charge, to any person", ""},
	{"0BSD", "for any purpose with or without fee is hereby granted.", "provided that"},
	{"Unlicense", "This is free and unencumbered software released into the public domain.", ""},
	{"BSD-3-Clause", "Neither the name of", ""},
	{"BSD-2-Clause", "Redistribution and use in source and binary forms", "Neither the name of"},
}

// termsOf are the licences of a module by their names. One that is not known is an error: somebody has to read it before a release.
func termsOf(m *debug.Module) (*cdx.Licenses, error) {
	files, err := moduleLicences(m)
	if err != nil {
		return nil, err
	}
	list := cdx.Licenses{}
	for _, f := range files {
		text := strings.Join(strings.Fields(string(f.data)), " ")
		for _, t := range terms {
			if strings.Contains(text, t.has) && (t.lacks == "" || !strings.Contains(text, t.lacks)) {
				list = append(list, cdx.LicenseChoice{License: &cdx.License{ID: t.name}})
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has a licence that is not known: read it, and enter it in tools/release", m.Path)
	}
	return &list, nil
}

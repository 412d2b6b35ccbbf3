package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// expressions are the terms, as SPDX has them, on which the parts of that program can be used, by the source packages of Debian.
var expressions = map[string]string{
	"llvm-toolchain-19": "Apache-2.0 WITH LLVM-exception",
	"gcc-12":            "GPL-3.0-or-later WITH GCC-exception-3.1",
	"glibc":             "LGPL-2.1-or-later",
	"zlib":              "Zlib",
	"libzstd":           "BSD-3-Clause",
	"ncurses":           "X11-distribute-modifications-variant",
}

// llvmParts are the components of the program, of the list with which its licences begin (see tools/llvm.sh).
func llvmParts(licences string) ([]cdx.Component, error) {
	text, err := os.ReadFile(licences)
	if err != nil {
		return nil, err
	}
	list, _, _ := bytes.Cut(text, []byte("\n\n"))
	var parts []cdx.Component
	for line := range strings.Lines(string(list)) {
		name, version, ok := strings.Cut(strings.TrimSpace(line), " ")
		terms := expressions[name]
		if !ok || terms == "" {
			return nil, fmt.Errorf("%s: %q has a licence that is not known: read it, and enter it in tools/release", licences, strings.TrimSpace(line))
		}
		ref := "pkg:deb/debian/" + name + "@" + version
		parts = append(parts, cdx.Component{BOMRef: ref, Type: cdx.ComponentTypeLibrary, Name: name, Version: version, PackageURL: ref,
			Licenses: &cdx.Licenses{{Expression: terms}}})
	}
	if len(parts) == 0 {
		return nil, errors.New(licences + " lists nothing")
	}
	return parts, nil
}

// Command licences writes docs/licences.md, a table of the modules that are in the program, the same as a bill of materials
// for programs, docs/sbom.cdx.json, and NOTICES, the texts of their licences, which whoever hands on the program has to
// hand on too. It reads the module cache; the same modules give the same files.
package main

//go:generate go run .

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	if err := run(filepath.Join("..", "..", "..", "..")); err != nil {
		log.Fatal("licences: ", err)
	}
}

// module is a module in the program.
type module struct {
	path, version string
	licence       string // SPDX identifiers, as far as the texts are known
	texts         []string
}

func run(root string) error {
	modules, err := modulesOf(root)
	if err != nil {
		return err
	}
	var table, notices bytes.Buffer
	table.WriteString("# Licences\n\nThe modules that are in `sudokuctl` and in the plugins, by the licence that they are under; " +
		"`NOTICES` has the texts,\n[sbom.cdx.json](sbom.cdx.json) the same list in CycloneDX for programs. " +
		"`go generate ./cmd/sudokuctl/internal/licences` makes the three files.\n\n| module | version | licence |\n|---|---|---|\n")
	notices.WriteString("sudokuctl contains the modules below, each under its own licence.\n")
	for _, m := range modules {
		fmt.Fprintf(&table, "| %s | %s | %s |\n", m.path, m.version, m.licence)
		fmt.Fprintf(&notices, "\n%s\n%s %s\n\n%s\n", strings.Repeat("=", 80), m.path, m.version, strings.Join(m.texts, "\n\n"))
	}
	materials, err := billOf(modules)
	if err != nil {
		return fmt.Errorf("writing the bill of materials: %w", err)
	}
	return errors.Join(os.WriteFile(filepath.Join(root, "docs", "licences.md"), table.Bytes(), 0o644),
		os.WriteFile(filepath.Join(root, "docs", "sbom.cdx.json"), materials, 0o644),
		os.WriteFile(filepath.Join(root, "NOTICES"), notices.Bytes(), 0o644))
}

// modulesOf returns the modules whose packages are in a program of the repository, on any of the usual systems, with cgo or without.
func modulesOf(root string) ([]module, error) {
	dirs := map[string]string{} // by path and version
	for _, build := range [][]string{{"GOOS=linux", "CGO_ENABLED=1"}, {"GOOS=linux", "CGO_ENABLED=0"}, {"GOOS=darwin", "CGO_ENABLED=0"},
		{"GOOS=windows", "CGO_ENABLED=0"}} {
		c := exec.Command("go", "list", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./...")
		c.Dir, c.Stderr = root, os.Stderr
		c.Env = append(os.Environ(), append(build, "GOARCH=amd64")...)
		out, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("listing the modules for %s: %w", strings.Join(build, " "), err)
		}
		for line := range strings.Lines(string(out)) {
			if fields := strings.Split(strings.TrimSpace(line), "\t"); len(fields) == 3 {
				dirs[fields[0]+"\t"+fields[1]] = fields[2]
			}
		}
	}
	var modules []module
	for key, dir := range dirs {
		m := module{}
		m.path, m.version, _ = strings.Cut(key, "\t")
		if err := m.read(dir); err != nil {
			return nil, fmt.Errorf("reading the licence of %s: %w", m.path, err)
		}
		modules = append(modules, m)
	}
	slices.SortFunc(modules, func(a, b module) int { return strings.Compare(a.path, b.path) })
	return modules, nil
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)`)

// read reads the files in the module's folder that are about its licence.
func (m *module) read(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		m.texts = append(m.texts, strings.TrimSpace(string(text)))
		if name := licenceOf(string(text)); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(m.texts) == 0 {
		return fmt.Errorf("no licence in %s", dir)
	}
	m.licence = strings.Join(names, ", ")
	if m.licence == "" {
		m.licence = unknownLicence
	}
	return nil
}

// unknownLicence is what stands for a licence whose text is none of the known.
const unknownLicence = "see NOTICES"

// known are phrases that only one licence has; the first that fits counts.
var known = []struct{ phrase, licence string }{
	{"Mozilla Public License, version 2.0", "MPL-2.0"},
	{"Mozilla Public License Version 2.0", "MPL-2.0"},
	{"Apache License Version 2.0", "Apache-2.0"},
	{"Permission is hereby granted, free of charge", "MIT"},
	{"Permission to use, copy, modify, and/or distribute this software for any purpose", "ISC"},
	{"Neither the name of", "BSD-3-Clause"},
	{"Redistribution and use in source and binary forms", "BSD-2-Clause"},
	{"This is free and unencumbered software", "Unlicense"},
	{"CC0 1.0 Universal", "CC0-1.0"},
}

// licenceOf returns the SPDX identifier of a licence's text, "" if it is none of the known.
func licenceOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, k := range known {
		if strings.Contains(text, k.phrase) {
			return k.licence
		}
	}
	return ""
}

package main

import (
	"encoding/json"
	"strings"
)

// bill is a bill of materials in CycloneDX. It has neither a serial number nor a time, so that the same modules give the same
// file.
type bill struct {
	Format     string `json:"bomFormat"`
	Version    string `json:"specVersion"`
	Revision   int    `json:"version"`
	Metadata   meta   `json:"metadata"`
	Components []part `json:"components"`
}

type meta struct {
	Component part `json:"component"`
}

// part is a program or a module.
type part struct {
	Type     string    `json:"type"`
	Ref      string    `json:"bom-ref"`
	Name     string    `json:"name"`
	Version  string    `json:"version,omitempty"`
	URL      string    `json:"purl"`
	Licences []licence `json:"licenses,omitempty"`
}

// licence is one licence with its SPDX identifier or its name, or an expression that has several.
type licence struct {
	Licence    *identifier `json:"license,omitempty"`
	Expression string      `json:"expression,omitempty"`
}

type identifier struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// billOf returns the bill of materials of the program as JSON.
func billOf(modules []module) ([]byte, error) {
	const program = "github.com/sudokuctl/sudokuctl"
	b := bill{Format: "CycloneDX", Version: "1.6", Revision: 1, Metadata: meta{part{
		Type: "application", Ref: "pkg:golang/" + program, Name: program, URL: "pkg:golang/" + program,
		Licences: []licence{{Licence: &identifier{ID: "MIT"}}}}}}
	for _, m := range modules {
		url := "pkg:golang/" + m.path + "@" + m.version
		b.Components = append(b.Components, part{Type: "library", Ref: url, Name: m.path, Version: m.version,
			URL: url, Licences: licencesOf(m.licence)})
	}
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

// licencesOf returns licences as CycloneDX writes them: one, or an expression of several.
func licencesOf(text string) []licence {
	switch {
	case text == unknownLicence:
		return []licence{{Licence: &identifier{Name: text}}}
	case strings.Contains(text, ", "):
		return []licence{{Expression: strings.ReplaceAll(text, ", ", " AND ")}}
	}
	return []licence{{Licence: &identifier{ID: text}}}
}

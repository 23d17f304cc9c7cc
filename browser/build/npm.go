package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"time"
)

// conditions say which file is for whom. The first that fits counts, so they have an order.
type conditions struct {
	Types   string `json:"types"`
	Node    string `json:"node,omitempty"`
	Default string `json:"default"`
}

// npmPackage returns the files of the package.
func (s *sources) npmPackage(version string) (map[string][]byte, error) {
	files := map[string][]byte{"sudokuctl.wasm": s.program}
	for name, from := range map[string]string{
		"index.js": "web.ts", "worker.js": "worker.ts", "node.js": "node.ts", "node-worker.js": "node-worker.ts",
		"grid.js": "grid.ts"} {
		code, err := s.bundle(from, nil)
		if err != nil {
			return nil, err
		}
		files[name] = code
	}
	for name, from := range map[string]string{"index.d.ts": "browser/script/sudokuctl.d.ts",
		"grid.d.ts": "browser/script/grid.types.d.ts",
		"README.md": "browser/script/README.md", "LICENSE": "LICENSE"} {
		content, err := os.ReadFile(s.path(from))
		if err != nil {
			return nil, err
		}
		files[name] = content
	}
	files["grid.d.ts"] = bytes.ReplaceAll(files["grid.d.ts"], []byte("./sudokuctl"), []byte("./index"))
	manifest, err := json.MarshalIndent(map[string]any{
		"name": "sudokuctl", "version": version,
		"description": "Solve, explain, grade, check and generate Sudoku puzzles of every geometry",
		"license":     "MIT", "type": "module", "types": "./index.d.ts", "sideEffects": []string{"./grid.js"},
		"engines":    map[string]string{"node": ">=18"},
		"repository": "github:sudokuctl/sudokuctl", "homepage": "https://github.com/sudokuctl/sudokuctl/blob/main/docs/browser.md",
		"bugs": "https://github.com/sudokuctl/sudokuctl/issues", "main": "./node.js", "browser": "./index.js",
		"keywords": []string{"sudoku", "solver", "generator", "wasm"},
		"exports": map[string]any{
			".":                conditions{"./index.d.ts", "./node.js", "./index.js"},
			"./grid":           conditions{Types: "./grid.d.ts", Default: "./grid.js"},
			"./sudokuctl.wasm": "./sudokuctl.wasm",
		},
	}, "", "  ")
	files["package.json"] = append(manifest, '\n')
	return files, err
}

// pack returns files as npm wants a package: in a folder of this name.
func pack(files map[string][]byte) ([]byte, error) {
	var b bytes.Buffer
	zip, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	out := tar.NewWriter(zip)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		// npm refuses times before 1980.
		h := &tar.Header{Name: "package/" + name, Mode: 0o644, Size: int64(len(files[name])),
			ModTime: time.Date(1985, 10, 26, 8, 15, 0, 0, time.UTC)}
		if err := out.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := out.Write(files[name]); err != nil {
			return nil, err
		}
	}
	if err := out.Close(); err != nil {
		return nil, err
	}
	if err := zip.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

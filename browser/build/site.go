package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"os"
	"slices"
)

// site returns the files of the static page. What it shares with the pages of a server, it takes from there.
func (s *sources) site() (map[string][]byte, error) {
	files := map[string][]byte{"sudokuctl.wasm": s.program}
	for _, name := range []string{"style.css", "icon.svg"} {
		content, err := os.ReadFile(s.path("serve/static/" + name))
		if err != nil {
			return nil, err
		}
		files[name] = content
	}
	for name, from := range map[string]string{"app.js": "page.ts", "worker.js": "worker.ts"} {
		code, err := s.bundle(from, nil)
		if err != nil {
			return nil, err
		}
		files[name] = code
	}
	t, err := template.ParseFiles(s.path("browser/script/index.html"), s.path("serve/page/html/player.html"))
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	if err := t.ExecuteTemplate(&page, "index.html", nil); err != nil {
		return nil, fmt.Errorf("making the page: %w", err)
	}
	files["index.html"] = page.Bytes()
	names := slices.Sorted(maps.Keys(files))
	sum := sha256.New()
	for _, name := range names {
		fmt.Fprintf(sum, "%s %d\n", name, len(files[name]))
		sum.Write(files[name])
	}
	list, err := json.Marshal(append([]string{"./"}, names...))
	if err != nil {
		return nil, err
	}
	files["service.js"], err = s.bundle("service.ts", map[string]string{"FILES": string(list),
		"VERSION": `"` + hex.EncodeToString(sum.Sum(nil)[:8]) + `"`})
	return files, err
}

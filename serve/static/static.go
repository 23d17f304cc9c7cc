// Package static holds the files that pages load, and serves them under names that hold a hash of their content, so that
// a browser may keep them forever.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
)

//go:embed *.css *.js *.svg
var files embed.FS

// hashed are the names under which static files are served, by their own.
var hashed = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		content, err := files.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		sum := sha256.Sum256(content)
		base, suffix, _ := strings.Cut(e.Name(), ".")
		names[e.Name()] = base + "-" + hex.EncodeToString(sum[:6]) + "." + suffix
	}
	return names
})

// Serve answers with the file whose served name is the path value "name".
func Serve(w http.ResponseWriter, r *http.Request) {
	for name, served := range hashed() {
		if served == r.PathValue("name") {
			content, err := files.ReadFile(name)
			if err != nil {
				break
			}
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
			w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
			w.Write(content)
			return
		}
	}
	http.NotFound(w, r)
}

// Name is the name under which a file is served, "" if there is none.
func Name(file string) string { return hashed()[file] }

// Text is the content of a file, "" if there is none.
func Text(file string) string {
	content, err := files.ReadFile(file)
	if err != nil {
		return ""
	}
	return string(content)
}

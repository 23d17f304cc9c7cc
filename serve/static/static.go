// Package static holds the files that pages load, and serves them under names that hold a hash of their content, so
// that a browser may keep them forever.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
)

//go:embed *.css *.js *.svg
var files embed.FS

// hashed are the names under which files are served, by their own.
var hashed = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for _, file := range []string{"app.js", "set.js", "list.js", "icon.svg", "style.css"} {
		sum := sha256.Sum256([]byte(Text(file)))
		base, suffix, _ := strings.Cut(file, ".")
		names[file] = base + "-" + hex.EncodeToString(sum[:6]) + "." + suffix
	}
	return names
})

// Serve answers with the file whose served name is the path value "name".
func Serve(w http.ResponseWriter, r *http.Request) {
	for file, served := range hashed() {
		if served == r.PathValue("name") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
			w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(file)))
			io.WriteString(w, Text(file))
			return
		}
	}
	http.NotFound(w, r)
}

// Name is the name under which a file is served, "" if there is none.
func Name(file string) string { return hashed()[file] }

// Text returns the content of a file, for styles and scripts that a page carries inside it. It panics if there is no
// such file.
func Text(file string) string {
	content, err := files.ReadFile(file)
	if err != nil {
		panic(err) // of a file of our own
	}
	return string(content)
}

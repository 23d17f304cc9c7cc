// Command script bundles the scripts of the pages, which are the TypeScript files beside it, into files of
// serve/static: app.js to play, set.js to set a puzzle, list.js for the other pages. They are committed, so that
// nothing but Go is needed to build the program.
package main

//go:generate go run . ../static

import (
	"errors"
	"log"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("script: ")
	if len(os.Args) != 2 {
		log.Fatal("usage: script FOLDER")
	}
	for _, name := range []string{"app", "set", "list"} {
		code, err := bundle(name + ".ts")
		if err == nil {
			err = os.WriteFile(filepath.Join(os.Args[1], name+".js"), code, 0o644)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

// bundle returns a file with all that it imports, as one script.
func bundle(file string) ([]byte, error) {
	r := api.Build(api.BuildOptions{EntryPoints: []string{file}, Bundle: true,
		Format: api.FormatESModule, Target: api.ES2022,
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true, Charset: api.CharsetUTF8,
		LogLevel: api.LogLevelSilent})
	if len(r.Errors) > 0 {
		return nil, errors.New(api.FormatMessages(r.Errors, api.FormatMessagesOptions{})[0])
	}
	return r.OutputFiles[0].Contents, nil
}

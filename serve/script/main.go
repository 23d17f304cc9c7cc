// Command script bundles the scripts of the pages, which are the TypeScript files beside it, into serve/static/app.js. The
// file is committed, so that nothing but Go is needed to build the program.
package main

//go:generate go run . ../static/app.js

import (
	"errors"
	"log"
	"os"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("script: ")
	if len(os.Args) != 2 {
		log.Fatal("usage: script FILE")
	}
	code, err := bundle("app.ts")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(os.Args[1], code, 0o644); err != nil {
		log.Fatal(err)
	}
}

// bundle returns a file with all that it imports, as one script.
func bundle(file string) ([]byte, error) {
	r := api.Build(api.BuildOptions{EntryPoints: []string{file}, Bundle: true, Format: api.FormatESModule, Target: api.ES2022,
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true, Charset: api.CharsetUTF8, LogLevel: api.LogLevelSilent})
	if len(r.Errors) > 0 {
		return nil, errors.New(api.FormatMessages(r.Errors, api.FormatMessagesOptions{})[0])
	}
	return r.OutputFiles[0].Contents, nil
}

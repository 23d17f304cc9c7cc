// Command build makes what runs in a browser, from a checkout: a static page with all its files (site/), and the npm package
// (sudokuctl-VERSION.tgz). It needs nothing but Go, and no network. The same sources make the same bytes.
package main

import (
	"errors"
	"flag"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("build: ")
	version := flag.String("version", "0.0.0", "`version` of the npm package")
	flag.Parse()
	if err := run(*version, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(version string, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: go run ./browser/build [--version VERSION] FOLDER")
	}
	s, err := findSources()
	if err != nil {
		return err
	}
	if s.program, err = s.compile(); err != nil {
		return err
	}
	site, err := s.site()
	if err != nil {
		return err
	}
	if err := writeFiles(filepath.Join(args[0], "site"), site); err != nil {
		return err
	}
	files, err := s.npmPackage(version)
	if err != nil {
		return err
	}
	packed, err := pack(files)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(args[0], "sudokuctl-"+version+".tgz"), packed, 0o644)
}

func writeFiles(folder string, files map[string][]byte) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

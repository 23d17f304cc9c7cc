package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// sources are where things are made from.
type sources struct {
	module string // folder of the checkout
	goroot string
	// program is the WebAssembly.
	program []byte
}

func findSources() (*sources, error) {
	out, err := exec.Command("go", "env", "GOMOD", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("asking go where the module is: %w", err)
	}
	mod, goroot, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	s := &sources{module: filepath.Dir(mod), goroot: goroot}
	if _, err := os.Stat(s.path("browser/script/page.ts")); err != nil {
		return nil, fmt.Errorf("this must be run in a checkout of sudokuctl: %w", err)
	}
	return s, nil
}

func (s *sources) path(name string) string { return filepath.Join(s.module, filepath.FromSlash(name)) }

// inlined are the packages in which the program spends its time. Everywhere else calls stay calls, which makes the program an
// eighth smaller.
var inlined = []string{"plugins/internal/nine", "plugins/rules/internal/board"}

// compile returns the program as WebAssembly.
func (s *sources) compile() ([]byte, error) {
	folder, err := os.MkdirTemp("", "sudokuctl-browser-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "sudokuctl.wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, pkg := range inlined {
		args = append(args, "-gcflags=github.com/sudokuctl/sudokuctl/"+pkg+"=")
	}
	c := exec.Command("go", append(args, "-o", name, "./browser/wasm")...)
	c.Dir = s.module
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling the program: %w\n%s", err, out)
	}
	return os.ReadFile(name)
}

// bundle returns a script with all that it imports.
func (s *sources) bundle(name string, define map[string]string) ([]byte, error) {
	r := api.Build(api.BuildOptions{EntryPoints: []string{s.path("browser/script/" + name)}, Bundle: true,
		Format: api.FormatESModule, Target: api.ES2022,
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true, Charset: api.CharsetUTF8, LogLevel: api.LogLevelSilent,
		External: []string{"node:*"}, Loader: map[string]api.Loader{".css": api.LoaderText}, Define: define, AbsWorkingDir: s.module,
		Alias: map[string]string{"wasm_exec": filepath.Join(s.goroot, "lib", "wasm", "wasm_exec.js")}})
	if len(r.Errors) > 0 {
		return nil, errors.New(api.FormatMessages(r.Errors, api.FormatMessagesOptions{})[0])
	}
	return r.OutputFiles[0].Contents, nil
}

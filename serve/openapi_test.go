package serve_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
)

// openAPI is the part of the description that the test reads.
type openAPI struct {
	Servers    []struct{ URL string }
	Security   []map[string][]string
	Components struct {
		SecuritySchemes map[string]struct{ Type, Scheme string }
	}
	Paths map[string]map[string]*struct {
		OperationID string `json:"operationId"`
		Parameters  []struct {
			Name, In string
			Required bool
			Schema   struct{ Examples []any }
		}
		RequestBody *struct {
			Content map[string]struct {
				Examples map[string]struct{ Value any }
			}
		}
		Responses map[string]struct {
			Content map[string]any
		}
	}
}

// Every operation of the description has examples that it answers as it says, all of them.
func TestExamples(t *testing.T) {
	s := newServed(t, nil)
	var api openAPI
	if err := json.Unmarshal(s.get("/api/v1/openapi.json").Body.Bytes(), &api); err != nil {
		t.Fatal(err)
	}
	if scheme := api.Components.SecuritySchemes["token"]; scheme.Type != "http" || scheme.Scheme != "bearer" || len(api.Security) != 2 ||
		api.Security[0]["token"] == nil || len(api.Servers) != 1 || api.Servers[0].URL != "/" {
		t.Errorf("servers %v, security %v, schemes %v", api.Servers, api.Security, api.Components.SecuritySchemes)
	}
	done := 0
	for _, path := range slices.Sorted(maps.Keys(api.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(api.Paths[path])) {
			op := api.Paths[path][method]
			address, query := path, url.Values{}
			for _, p := range op.Parameters {
				if p.Required && len(p.Schema.Examples) == 0 {
					t.Errorf("%s: parameter %s has no example", op.OperationID, p.Name)
				}
				for _, example := range p.Schema.Examples {
					if p.In == "path" {
						address = strings.ReplaceAll(address, "{"+p.Name+"}", url.PathEscape(fmt.Sprint(example)))
					} else {
						query.Set(p.Name, fmt.Sprint(example))
					}
				}
			}
			type body struct{ kind, text string }
			bodies := map[string]body{"": {}}
			if op.RequestBody != nil {
				bodies = map[string]body{}
				for kind, content := range op.RequestBody.Content {
					for name, example := range content.Examples {
						text, isText := example.Value.(string)
						if !isText {
							encoded, err := json.Marshal(example.Value)
							if err != nil {
								t.Fatal(err)
							}
							text = string(encoded)
						}
						bodies[name] = body{kind, text}
					}
				}
			}
			if len(bodies) == 0 {
				t.Errorf("%s has no example of a body", op.OperationID)
			}
			for name, b := range bodies {
				if op.OperationID == "cancel-run" || op.OperationID == "resume-run" {
					continue // TestRun does both
				}
				headers := []string{}
				if b.kind != "" {
					headers = []string{"Content-Type", b.kind}
				}
				w := s.do(strings.ToUpper(method), address+"?"+query.Encode(), b.text, headers...)
				kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
				response, described := op.Responses[fmt.Sprint(w.Code)]
				_, known := response.Content[kind]
				if w.Code >= http.StatusBadRequest || !described || len(response.Content) > 0 && !known {
					t.Errorf("%s, example %q: %d %s: %.300s", op.OperationID, name, w.Code, kind, w.Body)
				}
				done++
			}
		}
	}
	if done < 35 {
		t.Errorf("only %d examples", done)
	}
}

// Every operation says as a problem, in a sentence, what it cannot take; and so does every address for the methods that it has
// not. Every verb has an operation.
func TestEveryRefusal(t *testing.T) {
	s := newServed(t, nil)
	var api openAPI
	if err := json.Unmarshal(s.get("/api/v1/openapi.json").Body.Bytes(), &api); err != nil {
		t.Fatal(err)
	}
	for _, verb := range desk.Verbs {
		if name, _ := verb.Names(); api.Paths["/api/v1/"+name]["post"] == nil {
			t.Errorf("the API has no verb %s", name)
		}
	}
	refused := func(method, address, body string, status int, headers ...string) {
		t.Helper()
		w := s.do(method, address, body, append(headers, "Accept-Encoding", "gzip")...)
		text := w.Body.Bytes()
		if w.Header().Get("Content-Encoding") == "gzip" {
			r, err := gzip.NewReader(w.Body)
			if err == nil {
				text, err = io.ReadAll(r)
			}
			if err != nil {
				t.Errorf("%s %s: %v", method, address, err)
			}
		}
		var p struct {
			Detail string
			Status int
		}
		err := json.Unmarshal(text, &p)
		if err != nil || w.Header().Get("Content-Type") != "application/problem+json" || p.Status != w.Code || !strings.Contains(p.Detail, " ") ||
			w.Code/100 != 4 || status != 0 && w.Code != status {
			t.Errorf("%s %s %.20q: %d %s %.200s", method, address, body, w.Code, w.Header().Get("Content-Type"), text)
		}
	}
	if text := s.get("/api/v1/puzzles/987654321").Body.String(); !strings.Contains(text, `"no puzzle 987654321 in the library"`) {
		t.Errorf("a puzzle that is not there: %s", text)
	}
	for path, operations := range api.Paths {
		address := strings.NewReplacer("{id}", "1", "{tag}", "x").Replace(path)
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			op := operations[strings.ToLower(method)]
			if op == nil && (method != "GET" || operations["head"] == nil) {
				refused(method, address, "", http.StatusMethodNotAllowed)
				continue
			}
			if strings.Contains(path, "{id}") && !strings.Contains(path, "plugins") {
				refused(method, strings.Replace(path, "{id}", "x", 1), "", 0)
				refused(method, strings.Replace(path, "{id}", "987654321", 1), "", 0)
			}
			if op.RequestBody != nil && op.RequestBody.Content["application/json"].Examples != nil {
				refused(method, address, "{", http.StatusBadRequest)
				refused(method, address, `{"puzzle":7,"number":"x","puzzles":8}`, 0)
			}
			for _, p := range op.Parameters {
				if p.In == "query" && p.Name == "where" {
					refused(method, address+"?where=cluse+%3C+3&metric=clues", "", http.StatusBadRequest)
				}
			}
		}
	}
}

// client returns what a program says whose client a generator of npm has made from the description of a server, as the guide says,
// in strict TypeScript. Without the tools the test is skipped.
func client(t *testing.T, server, token string) string {
	t.Helper()
	tools := os.Getenv("SUDOKUCTL_TEST_NPM")
	if tools == "" {
		t.Skip("SUDOKUCTL_TEST_NPM names no folder with @hey-api/openapi-ts, tsx and typescript")
	}
	folder := t.TempDir()
	run := func(tool string, args ...string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), filepath.Join(tools, "node_modules", ".bin", tool), args...)
		c.Dir = folder
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", tool, err, out)
		}
		return string(out)
	}
	source, err := os.ReadFile("testdata/client.ts")
	guide, err2 := os.ReadFile("../docs/serve.md")
	if err := errors.Join(err, err2, os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type": "module"}`), 0o600),
		os.WriteFile(filepath.Join(folder, "client.ts"), source, 0o600),
		os.Symlink(filepath.Join(tools, "node_modules"), filepath.Join(folder, "node_modules"))); err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(string(guide), "@hey-api/openapi-ts openapi-ts ")
	command, _, _ = strings.Cut(command, "`")
	run("openapi-ts", strings.Fields(strings.ReplaceAll(command, "http://localhost:7411", server))...)
	run("tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--skipLibCheck",
		"--types", "node", "client.ts")
	return run("tsx", "client.ts", server, token)
}

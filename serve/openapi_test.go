package serve_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
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

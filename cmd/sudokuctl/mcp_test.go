package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// assistant is a client of "sudokuctl mcp", which runs as a process of its own.
type assistant struct {
	t *testing.T
	*sdk.ClientSession
	exe string
	env []string
	dir string
}

func newAssistant(t *testing.T) *assistant {
	t.Helper()
	a := &assistant{t: t, exe: program(t), dir: t.TempDir()}
	a.env = append(os.Environ(), "HOME="+a.dir, "XDG_CONFIG_HOME="+a.dir, "XDG_DATA_HOME="+a.dir)
	a.command("run", "sample:famous", "--solver", "dlx", "--grader", "entropybt", "-q")
	ctx, cancel := context.WithTimeout(t.Context(), patient)
	t.Cleanup(cancel)
	c := exec.Command(a.exe, "mcp")
	c.Dir, c.Env, c.Stderr = a.dir, a.env, t.Output()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(ctx, &sdk.CommandTransport{Command: c}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil { // waits for the process, which must end without an error
			t.Errorf("closing: %v", err)
		}
	})
	a.ClientSession = session
	return a
}

// command runs a command and returns what it prints.
func (a *assistant) command(args ...string) string {
	a.t.Helper()
	c := exec.Command(a.exe, args...)
	c.Dir, c.Env = a.dir, a.env
	out, err := c.Output()
	if err != nil {
		a.t.Fatalf("%s: %v", args, err)
	}
	return string(out)
}

// call calls a tool, and returns its structured answer as JSON or the text of its error.
func (a *assistant) call(tool string, arguments map[string]any) (answer, failure string) {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(a.t.Context(), patient)
	defer cancel()
	result, err := a.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return "", err.Error()
	}
	if result.IsError {
		return "", result.Content[0].(*sdk.TextContent).Text
	}
	text, err := json.Marshal(result.StructuredContent)
	if err != nil {
		a.t.Fatal(err)
	}
	return string(text), ""
}

// sandwiches is a puzzle that has one solution by what its clues outside say.
const sandwiches = ".4..........4...~sandwich=0:c3~sandwich=2:r3~sandwich=3:r1"

// TestAssistant calls each tool of "sudokuctl mcp" from a client in another process.
func TestAssistant(t *testing.T) {
	t.Parallel()
	a := newAssistant(t)
	listed, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
		if tool.Description == "" || tool.OutputSchema == nil || tool.Annotations == nil || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s is not described", tool.Name)
		}
	}
	if got := strings.Join(names, " "); got != "candidates canonical check explain generate grade hint search solve steps" {
		t.Errorf("tools: %s", got)
	}
	for _, c := range []struct {
		tool      string
		arguments map[string]any
		want      []string
	}{
		{"solve", map[string]any{"puzzles": []string{easyPuzzle, "1.3............4"}},
			[]string{`"verdict":"unique"`, `"534678912672195348198342567859761423426853791713924856961537284287419635345286179"`, `"verdict":"multiple"`}},
		{"check", map[string]any{"puzzles": []string{"11.............."}}, []string{`"verdict":"invalid"`, `"conflicts":["`}},
		{"grade", map[string]any{"puzzles": []string{easyPuzzle}, "metrics": []string{"se"}}, []string{`"se":1.2`, `"by":{"se":"rules `}},
		{"explain", map[string]any{"puzzle": easyPuzzle}, []string{`"technique":"`, `"ended":"solved"`}},
		{"hint", map[string]any{"puzzle": easyPuzzle, "level": "where"}, []string{`{"hint":{"where":"`}},
		{"hint", map[string]any{"puzzle": "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79"}, []string{`"place":[[`}},
		{"steps", map[string]any{"puzzle": "2.14........4..2", "values": "2314........4..2", "limit": 1}, []string{`{"records":[{`, `"n":1,`}},
		{"candidates", map[string]any{"puzzles": []string{"1.3............4"}}, []string{`"candidates":[{`, `"count_complete":true`}},
		{"generate", map[string]any{"number": 2, "geometry": "6", "seed": 7}, []string{`"geometry":"6"`, `"clues":`}},
		{"search", map[string]any{"where": "clues <= 21", "limit": 1}, []string{`"records":[{"`, `"next":`}},
		{"solve", map[string]any{"puzzles": []string{sandwiches}}, []string{`"verdict":"unique"`, `"2431312412434312"`}},
		{"check", map[string]any{"puzzles": []string{sandwiches}}, []string{`"minimal":true`, `"canonical":"`}},
		{"grade", map[string]any{"puzzles": []string{sandwiches}, "metrics": []string{"variant_step"}}, []string{`"variant_step":`}},
		{"explain", map[string]any{"puzzle": sandwiches}, []string{`"constraints":["`, `"ended":"solved"`}},
		{"hint", map[string]any{"puzzle": sandwiches, "level": "why"}, []string{`"text":"`}},
		{"candidates", map[string]any{"puzzles": []string{sandwiches}}, []string{`"count_complete":true`}},
		{"generate", map[string]any{"number": 1, "geometry": "6", "constraints": []string{"cage"}}, []string{"~cage="}},
	} {
		answer, failure := a.call(c.tool, c.arguments)
		for _, want := range c.want {
			if failure != "" || !strings.Contains(answer, want) {
				t.Errorf("%s %v: no %s in\n%s%s", c.tool, c.arguments, want, answer, failure)
			}
		}
	}
}

// TestAssistantRecords compares the records of tools with those of the command line.
func TestAssistantRecords(t *testing.T) {
	t.Parallel()
	a := newAssistant(t)
	same := func(tool string, arguments map[string]any, args ...string) {
		t.Helper()
		answer, failure := a.call(tool, arguments)
		var got struct{ Records any }
		var want any
		mask := func(text string) []byte {
			return []byte(strings.ReplaceAll(measured.ReplaceAllString(text, `"self_ns":0`), `"name":"puzzle:1"`, `"name":"puzzle"`))
		}
		if failure != "" || json.Unmarshal(mask(answer), &got) != nil || json.Unmarshal(mask(jsonArray(a.command(args...))), &want) != nil {
			t.Fatalf("%s: %s%s", tool, answer, failure)
		}
		gotText, _ := json.Marshal(got.Records)
		wantText, _ := json.Marshal(want)
		if string(gotText) != string(wantText) {
			t.Errorf("%s answers\n%s\nand the command line\n%s", tool, gotText, wantText)
		}
	}
	puzzles := map[string]any{"puzzles": []string{easyPuzzle}}
	same("solve", puzzles, "solve", easyPuzzle, "-o", "jsonl")
	same("check", puzzles, "check", easyPuzzle, "-o", "jsonl")
	same("grade", puzzles, "grade", easyPuzzle, "-o", "jsonl")
	same("search", map[string]any{"where": "clues <= 23", "limit": 100}, "list", "--where", "clues <= 23", "-o", "jsonl")
}

// jsonArray makes an array of lines of JSON.
func jsonArray(lines string) string {
	return "[" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", ",") + "]"
}

// TestAssistantBounds asks for too much, and for what is wrong; the session goes on after each error.
func TestAssistantBounds(t *testing.T) {
	t.Parallel()
	a := newAssistant(t)
	many := make([]string, 101)
	for i := range many {
		many[i] = easyPuzzle
	}
	for _, c := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"solve", map[string]any{"puzzles": many}, "puzzles"},
		{"solve", map[string]any{"puzzles": []string{strings.Join(many, "\n")}}, "101 puzzles, and 100 is the most in a call"},
		{"solve", map[string]any{"puzzles": []string{easyPuzzle, "53!"}}, "puzzle 2, line 1, column 4"},
		{"solve", map[string]any{"puzzles": []string{strings.Repeat(".", 81)}, "limit": 5000}, "limit"},
		{"solve", map[string]any{"puzzles": many[:1], "solver": "../evil"}, `no plugin "../evil"`},
		{"solve", map[string]any{"puzzles": slicesOf(strings.Repeat(".", 81), 100), "limit": 100}, "ask for fewer puzzles"},
		{"solve", map[string]any{}, "puzzles"},
		{"grade", map[string]any{"puzzles": many[:1], "metrics": []string{"sa"}}, "did you mean se?"},
		{"explain", map[string]any{"puzzle": easyPuzzle + "\n" + easyPuzzle}, "one puzzle in a call"},
		{"hint", map[string]any{"puzzle": easyPuzzle, "level": "all"}, "level"},
		{"generate", map[string]any{"number": 1000}, "number"},
		{"generate", map[string]any{"level": "fiendish"}, "level"},
		{"generate", map[string]any{"geometry": "7x"}, "geometry"},
		{"search", map[string]any{"where": "colour == 1"}, "column 1"},
		{"search", map[string]any{"limit": 100000}, "limit"},
		{"delete", map[string]any{}, "delete"},
	} {
		if answer, failure := a.call(c.tool, c.arguments); !strings.Contains(failure, c.want) {
			t.Errorf("%s %.80v: no %q in\n%.300s%s", c.tool, c.arguments, c.want, answer, failure)
		}
	}
	if _, failure := a.call("solve", map[string]any{"puzzles": many[:1]}); failure != "" {
		t.Errorf("after the errors: %s", failure)
	}
}

func slicesOf(text string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = text
	}
	return all
}

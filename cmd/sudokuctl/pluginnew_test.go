package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

// tools are the programs that a language needs.
var tools = map[string][]string{"go": {"go"}, "python": {"python3"}, "python-json": {"python3"}, "c": {"cc"},
	"rust": {"cargo"}, "javascript": {"node"}}

// quickChecks are those that a slow language, too, passes in a second.
var quickChecks = []string{"solve/easy", "solve/solved-grid", "solve/clash", "solve/no-place",
	"solve/several", "solve/undeclared", "solve/same-again"}

// patience lets the checks that want an answer wait for it, however busy the machine is; no quick check waits in vain.
const patience = " --budget 1m"

// TestNewPluginsWork makes a plugin in every language from nothing, builds it as its README says, tests it
// and solves with it.
func TestNewPluginsWork(t *testing.T) {
	t.Parallel()
	exe := program(t)
	sdk, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range slices.Sorted(maps.Keys(tools)) {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			path := filepath.Dir(exe) + ":" + os.Getenv("PATH")
			if tool := lacking(tools[language]); tool != "" {
				t.Skipf("NOT TESTED: %s is not installed, or does not work", tool)
			}
			home := t.TempDir()
			folder := filepath.Join(home, "tally")
			run := func(dir, command string) string {
				t.Helper()
				c := exec.Command("sh", "-c", command)
				c.Dir = dir
				c.Env = append(os.Environ(), "PATH="+path, "XDG_DATA_HOME="+home)
				out, err := c.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v\n%s", command, err, out)
				}
				return string(out)
			}
			made := run(home, "sudokuctl plugin new tally --lang "+strings.Replace(language, "-", " --", 1)+" --sdk "+
				app.Quoted(sdk))
			for line := range strings.Lines(made) { // the commands that it proposes, up to the tests
				if build, ok := strings.CutPrefix(line, "  "); ok && !strings.HasPrefix(build, "cd ") &&
					!strings.HasPrefix(build, "sudokuctl ") {
					run(folder, build)
				}
			}
			checks := quickChecks
			if strings.HasSuffix(language, "-json") {
				checks = append([]string{"solve/clauses", "grade"}, checks...)
				judgesClauses(t, folder)
			}
			run(folder, "sudokuctl plugin test ."+patience+" --only describe,"+strings.Join(checks, ","))
			out := run(folder, "sudokuctl plugin add . && sudokuctl bench --sample quick --repeat 1 --warmup 0 --most 3 --solver tally,dlx -o json")
			if !strings.Contains(out, `"id": "tally"`) || !strings.Contains(out, `"unique": 3`) {
				t.Errorf("bench: %s", out)
			}
			readme, err := os.ReadFile(filepath.Join(folder, "README.md"))
			if lines := strings.Count(string(readme), "\n"); err != nil || lines > 24 ||
				strings.Contains(string(readme), "@") {
				t.Errorf("README.md has %d lines: %v\n%s", lines, err, readme)
			}
		})
	}
}

// judged are clauses, and what a checker of them says of the grid 1234341221434321.
const judged = `
yes {"kind":"differ","cells":[0,5]}
no {"kind":"differ","cells":[0,1,7]}
yes {"kind":"pair","cells":[0,1],"relation":[[2,3,4],[3,4],[4],[]]}
no {"kind":"pair","cells":[1,0],"relation":[[2,3,4],[3,4],[4],[]]}
yes {"kind":"sum","cells":[0,1],"total":[[-3,1],[3,3]]}
no {"kind":"sum","cells":[0,1],"total":[[4,5]]}
yes {"kind":"sum","cells":[0,1,1],"weights":[-1,10,1],"total":[[21,21]]}
no {"kind":"sum","cells":[0,1]}
yes {"kind":"count","cells":[0,1,2],"digits":[[1,2],[1],[3]],"total":[[2,2]]}
no {"kind":"count","cells":[0,1,2],"digits":[[1,2],[1],[]],"weights":[1,5,-2],"total":[[2,9]]}
yes {"kind":"word","cells":[0,1,2],"next":[[1,-1,-1,-1],[1,1,0,-1]],"accepting":[0]}
no {"kind":"word","cells":[0,1],"next":[[1,-1,-1,-1],[1,1,0,-1]],"accepting":[0]}
no {"kind":"word","cells":[3,0],"next":[[1,-1,-1,-1],[1,1,0,-1]],"accepting":[0,1]}
no {"kind":"word","cells":[0],"next":[[0,0,0,0]]}
yes {"kind":"any","either":[[{"kind":"in","cells":[0],"digits":[[2,3]]}],[{"kind":"in","cells":[1],"digits":[[2]]},{"kind":"differ","cells":[0,1]}]]}
no {"kind":"any","either":[[{"kind":"in","cells":[0],"digits":[[2]]}],[{"kind":"any","either":[[{"kind":"in","cells":[0],"digits":[[]]}]]}]]}
yes {"kind":"any","either":[[{"kind":"in","cells":[0],"digits":[[2]]}],[]]}
error {"kind":"other","cells":[0]}
error {"cells":[0]}
error {"kind":"differ"}
error {"kind":"differ","cells":[0,16]}
error {"kind":"differ","cells":[-1,1]}
error {"kind":"in","cells":[0,1],"digits":[[1],[2]]}
error {"kind":"in","cells":[0]}
error {"kind":"pair","cells":[0,1,2],"relation":[[1],[1],[1],[1]]}
error {"kind":"pair","cells":[0,1]}
error {"kind":"pair","cells":[0,1],"relation":[[1],[1],[1]]}
error {"kind":"sum","cells":[0,1],"weights":[1],"total":[[1,9]]}
error {"kind":"sum","cells":[0,1],"total":[[1]]}
error {"kind":"count","cells":[0,1],"total":[[0,9]]}
error {"kind":"count","cells":[0,1],"digits":[[1]],"total":[[0,9]]}
error {"kind":"word","cells":[0]}
error {"kind":"word","cells":[0],"next":[[0,0,0]],"accepting":[0]}
error {"kind":"word","cells":[0],"next":[[0,0,0,1]],"accepting":[0]}
error {"kind":"word","cells":[0],"next":[[0,0,0,-2]],"accepting":[0]}
error {"kind":"any"}
error {"kind":"any","either":[]}
error {"kind":"any","either":[[{"kind":"any","either":[[{"kind":"differ","cells":[16]}]]}]]}
`

// judgesClauses asks a program that speaks JSON lines whether clauses hold, and shows it some that no puzzle can have.
func judgesClauses(t *testing.T, folder string) {
	t.Helper()
	manifest, err := os.ReadFile(filepath.Join(folder, "plugin.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(string(manifest), "run: [")
	command, _, _ = strings.Cut(command, "]")
	words := strings.Split(command, ", ")
	lines := slices.Collect(strings.SplitSeq(strings.TrimSpace(judged), "\n"))
	input := `{"hello":1}` + "\n"
	for i, line := range lines {
		_, clause, _ := strings.Cut(line, " ")
		input += fmt.Sprintf(`{"id":%d,"do":"solve","geometry":"4",`, i)
		if i == 0 {
			input += `"digits":4,"houses":[[0,1,2,3],[4,5,6,7],[8,9,10,11],[12,13,14,15]],`
		}
		input += `"puzzle":"1234341221434321","clauses":[` + clause + `],"constraints":["\"\\"]}` + "\n"
	}
	c := exec.Command(words[0], words[1:]...)
	if c.Dir = folder; strings.Contains(words[0], "/") {
		c = exec.Command(filepath.Join(folder, words[0]))
	}
	c.Stdin = strings.NewReader(input)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got := make([]string, len(lines))
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n")[1:] {
		var answer struct {
			ID        int
			Solutions []string
			Done      string
		}
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		switch {
		case len(answer.Solutions) > 0:
			got[answer.ID] += "yes"
		case answer.Done == "finished" && got[answer.ID] == "":
			got[answer.ID] = "no"
		case answer.Done != "finished":
			got[answer.ID] += answer.Done
		}
	}
	for i, line := range lines {
		if want, clause, _ := strings.Cut(line, " "); got[i] != want {
			t.Errorf("%q instead of %q for %s", got[i], want, clause)
		}
	}
}

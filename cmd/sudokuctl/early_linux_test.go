package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A command that needs a plugin has a process on standby, which becomes that plugin and is gone if another is needed.
func TestStandby(t *testing.T) {
	exe := program(t)
	for _, test := range []struct {
		name   string
		args   []string
		solver string
		child  string // the arguments of the plugin's process, "" for any but those of a process on standby
	}{
		{"default", []string{"solve"}, "entropybt", "plugin standby"},
		{"chosen", []string{"solve", "--solver", "dlx"}, "dlx", "plugin standby"},
		{"configured", []string{"solve", "--set", "entropybt.strategy=paper"}, "entropybt", "plugin standby"},
		{"not recognised", []string{"-q", "solve"}, "entropybt", "plugin serve entropybt"},
		{"of somebody else", []string{"solve", "--plugin", "foreign"}, "foreign", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			if err := os.Mkdir(filepath.Join(home, "foreign"), 0o700); err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{
				"plugin.yaml": "id: foreign\nname: foreign\nversion: 1.0.0\nkind: exec\nmode: line\nrun: [sh, foreign.sh]\n",
				"foreign.sh":  "while read -r p; do echo none; done\n",
			} {
				if err := os.WriteFile(filepath.Join(home, "foreign", name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			host := exec.Command(exe, append(test.args, "-o", "jsonl", "-")...)
			host.Dir, host.Env, host.Stderr = home, append(os.Environ(), "HOME="+home, "SECRET_TOKEN=1"), os.Stderr
			stdin, err := host.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			stdout, err := host.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := host.Start(); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(stdin, easyPuzzle)
			answer, err := bufio.NewReader(stdout).ReadString('\n')
			if err != nil || !strings.Contains(answer, fmt.Sprintf(`"solver":%q`, test.solver)) {
				t.Errorf("the answer is %q, %v", answer, err)
			}
			var children []string
			for line := range strings.Lines(atHome(home)) {
				if args, ok := strings.CutPrefix(strings.TrimSpace(line), exe+" plugin "); ok {
					children = append(children, "plugin "+args)
				}
			}
			if got := strings.Join(children, ", "); test.child != "" && got != test.child ||
				test.child == "" && strings.Contains(got, "standby") {
				t.Errorf("the processes below it are %q", got)
			}
			if err := host.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = host.Wait()
			if left := leftAt(home); left != "" {
				t.Errorf("still running:\n%s", left)
			}
		})
	}
}

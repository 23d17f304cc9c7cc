package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// measured are times of a solver, which are never the same twice.
var measured = regexp.MustCompile(`"self_ns":\d+`)

// startServer starts a server in a folder, and returns its process, the file with its secret, and what asks its API.
func startServer(t *testing.T, exe, home string, env []string, flags ...string) (c *exec.Cmd, secretFile string,
	ask func(method, path, body string) (status int, record string)) {
	t.Helper()
	c = exec.Command(exe, append([]string{"serve", "--listen", "127.0.0.1:0", "-q"}, flags...)...)
	c.Dir, c.Env = home, env
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	base, _, found := strings.Cut(line, "?ticket=")
	files, err := filepath.Glob(filepath.Join(home, "sudokuctl", "serve-*.json"))
	if err != nil || !found || len(files) != 1 {
		t.Fatalf("%q, %v, %v", line, files, err)
	}
	secretFile = files[0]
	if info, err := os.Stat(secretFile); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	text, err := os.ReadFile(secretFile)
	if err != nil {
		t.Fatal(err)
	}
	var secret struct{ Address, Token string }
	if err := json.Unmarshal(text, &secret); err != nil || secret.Address != base {
		t.Fatalf("%s %v", text, err)
	}
	// A machine may not know the name localhost.
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, strings.Replace(address, "localhost", "127.0.0.1", 1))
	}}}
	t.Cleanup(client.CloseIdleConnections)
	ask = func(method, path, body string) (status int, record string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, base+"api/v1/"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+secret.Token)
		r.Header.Set("Accept", "application/x-ndjson")
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		all, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		return answer.StatusCode, string(all)
	}
	return c, secretFile, ask
}

// The server's records are those of the command line, byte for byte; the secret is in a file of its user alone, and
// ^C ends it.
func TestServe(t *testing.T) {
	t.Parallel()
	exe, home := program(t), t.TempDir()
	env := append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "XDG_RUNTIME_DIR="+home)
	command := func(args ...string) string {
		t.Helper()
		c := exec.Command(exe, args...)
		c.Dir, c.Env = home, env
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		return string(out)
	}
	command("run", "sample:famous", "--solver", "dlx,entropybt", "--grader", "entropybt", "-q")
	c, secretFile, once := startServer(t, exe, home, env)
	ask := func(method, path, body string) string {
		t.Helper()
		status, record := once(method, path, body)
		for tries := 1; status == http.StatusServiceUnavailable && tries < 10; tries++ { // the machine is so busy that it took 10 s
			status, record = once(method, path, body)
		}
		if status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, status, record)
		}
		return record
	}
	const puzzle = "2.14........4..2"
	for _, same := range []struct {
		name, record, printed string
	}{
		{"list", ask(http.MethodGet, "puzzles?where=clues+%3C+23&sort=-clues", ""), command("list", "--where", "clues < 23", "--sort", "-clues", "-o", "jsonl")},
		{"show", ask(http.MethodGet, "puzzles/1", ""), command("list", "--where", "id == 1", "-o", "jsonl")},
		{"check", ask(http.MethodPost, "check", `{"puzzle":"`+puzzle+`"}`), command("check", "-o", "jsonl", puzzle)},
		{"explain", ask(http.MethodPost, "explain", `{"puzzle":"`+puzzle+`"}`), command("explain", "-o", "jsonl", puzzle)},
		{"grade", ask(http.MethodPost, "grade", `{"puzzle":"`+puzzle+`","plugin":"entropybt"}`), command("grade", "--grader", "entropybt", "-o", "jsonl", puzzle)},
		{"grade with a metric", ask(http.MethodPost, "grade", `{"puzzle":"`+puzzle+`","metrics":["se","information_entropy"]}`), command("grade", "--metric", "se,information_entropy", "-o", "jsonl", puzzle)},
		{"grade", ask(http.MethodPost, "grade", `{"puzzle":"`+puzzle+`"}`), command("grade", "-o", "jsonl", puzzle)},
		{"solve", ask(http.MethodPost, "solve", `{"puzzle":"1.3............4","plugin":"dlx","limit":0}`), command("solve", "--solver", "dlx", "--limit", "0", "-o", "jsonl", "1.3............4")},
		{"solve an impossible one", ask(http.MethodPost, "solve", `{"puzzle":"11.............."}`), command("solve", "-o", "jsonl", "11..............")},
		{"check several solutions", ask(http.MethodPost, "check", `{"puzzle":"1.3............4"}`), command("check", "-o", "jsonl", "1.3............4")},
		{"hint where", ask(http.MethodPost, "hint", `{"puzzle":"`+puzzle+`","level":"where"}`), command("hint", "--level", "where", "-o", "jsonl", puzzle)},
		{"hint what", ask(http.MethodPost, "hint", `{"puzzle":"`+puzzle+`","level":"what"}`), command("hint", "--level", "what", "-o", "jsonl", puzzle)},
		{"hint why", ask(http.MethodPost, "hint", `{"puzzle":"`+puzzle+`"}`), command("hint", "--level", "why", "-o", "jsonl", puzzle)},
		{"explain without", ask(http.MethodPost, "explain", `{"puzzle":"`+puzzle+`","without":["hidden_single"]}`), command("explain", "--set", "rules.techniques=se,-hidden_single", "-o", "jsonl", puzzle)},
		{"compare", ask(http.MethodGet, "compare?ref=dlx", ""), command("compare", "--reference", "dlx", "-o", "jsonl")},
		{"runs", ask(http.MethodGet, "runs", ""), command("runs", "-o", "jsonl")},
		{"plugins", ask(http.MethodGet, "plugins", ""), command("plugin", "list", "-o", "jsonl")},
		{"list all", ask(http.MethodGet, "puzzles", ""), command("list", "-o", "jsonl", "--limit", "0")},
		{"generate", ask(http.MethodPost, "generate", `{"geometry":"4","number":3,"seed":5}`), command("generate", "--geometry", "4", "-n", "3", "--seed", "5", "-o", "jsonl")},
	} {
		if measured.ReplaceAllString(same.record, "0") != measured.ReplaceAllString(same.printed, "0") {
			t.Errorf("%s: the server says\n%sthe command line\n%s", same.name, same.record, same.printed)
		}
	}
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
	if _, err := os.Stat(secretFile); err == nil {
		t.Error("the file with the secret is still there")
	}
}

// A running server uses the plugins of now: those that were added, changed or removed since it was started.
func TestServeNoticesPlugins(t *testing.T) {
	t.Parallel()
	exe, home := program(t), t.TempDir()
	env := append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "XDG_RUNTIME_DIR="+home)
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	plugin := func(folder, version, answer string) {
		t.Helper()
		id := filepath.Base(folder)
		write(folder+"/plugin.yaml", "id: "+id+"\nname: "+id+"\nversion: "+version+"\nkind: exec\nrun: [sh, solver.sh]\nshapes: [\"4\"]\n")
		write(folder+"/solver.sh", "while read -r puzzle; do echo "+answer+"; done\n")
	}
	command := func(args ...string) {
		t.Helper()
		c := exec.Command(exe, args...)
		c.Dir, c.Env = home, env
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", args, err, out)
		}
	}
	const first, second = "1234341221434321", "1234341243212143"
	plugin("dirs/old", "1.0.0", first)
	_, _, once := startServer(t, exe, home, env, "--plugin-dir", filepath.Join(home, "dirs"))
	expect := func(step, id string, holds ...string) {
		t.Helper()
		_, record := once(http.MethodPost, "solve", `{"puzzle":"................","limit":1,"plugin":"`+id+`"}`)
		for _, text := range holds {
			if !strings.Contains(record, text) {
				t.Errorf("%s: the answer does not hold %s: %s", step, text, record)
			}
		}
		_, listed := once(http.MethodGet, "plugins", "")
		known := !strings.Contains(holds[0], "no plugin")
		if strings.Contains(listed, `"id":"`+id+`"`) != known {
			t.Errorf("%s: the list says\n%s", step, listed)
		}
	}
	expect("in a folder", "old", first, `"1.0.0"`)
	expect("not there yet", "mine", `no plugin \"mine\"`)
	plugin("mine", "1.0.0", first)
	command("plugin", "add", "./mine")
	expect("added", "mine", first, `"1.0.0"`)
	write("mine/solver.sh", "while read -r puzzle; do echo "+second+"; done\n")
	expect("changed and not accepted", "mine", "a plugin failed", "checksum changed")
	command("plugin", "add", "./mine")
	expect("changed and accepted", "mine", second)
	plugin("mine", "2.0.0", first)
	command("plugin", "add", "--dev", "./mine")
	expect("another version", "mine", first, `"2.0.0"`)
	plugin("mine", "2.1.0", second)
	expect("changed with --dev", "mine", second, `"2.1.0"`)
	command("plugin", "remove", "mine")
	expect("removed", "mine", `no plugin \"mine\"`)
	plugin("dirs/old", "1.1.0", second)
	expect("changed in a folder", "old", second, `"1.1.0"`)
	plugin("dirs/new", "1.0.0", first)
	expect("new in a folder", "new", first)
	if err := os.RemoveAll(filepath.Join(home, "dirs", "old")); err != nil {
		t.Fatal(err)
	}
	expect("gone from a folder", "old", `no plugin \"old\"`)
}

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// onTerminal runs a command of the visit with a terminal as its standard output and error, and returns what
// the terminal got.
func (v *visit) onTerminal(exe string, args ...string) string {
	v.t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		v.t.Skip("no terminal to be had: ", err)
	}
	defer master.Close()
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		v.t.Skip("no terminal to be had: ", err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		v.t.Skip("no terminal to be had: ", err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		v.t.Skip("no terminal to be had: ", err)
	}
	c := exec.Command(exe, args...)
	c.Dir, c.Stdout, c.Stderr = v.folder, slave, slave
	c.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + v.home}, v.env...)
	err = c.Start()
	slave.Close()
	if err != nil {
		v.t.Fatal(err)
	}
	got := make(chan []byte)
	go func() {
		text, _ := io.ReadAll(master) // it ends with an error when the terminal is closed
		got <- text
	}()
	_ = c.Wait() // some of the commands fail, as they should
	return string(bytes.ReplaceAll(<-got, []byte("\r\n"), []byte("\n")))
}

// steers returns the first part of a text that would act on a terminal.
func steers(text string) (part string, found bool) {
	for i, r := range text {
		size := utf8.RuneLen(r)
		bad := unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Cf, r) && r != 0xad && r != 0x200c && r != 0x200d ||
			r == 0x2028 || r == 0x2029
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") {
			bad, size = true, 1
		}
		if bad {
			return text[max(0, i-40):min(len(text), i+size+20)], true
		}
	}
	return "", false
}

// TestNothingRawOnTerminal lets a file and a plugin say hostile texts wherever they can, and looks at what
// each command that shows them sends to a terminal, and at what is kept.
func TestNothingRawOnTerminal(t *testing.T) {
	if n := len(hostileTexts()); n < 200 {
		t.Fatalf("%d hostile texts", n)
	}
	root := t.TempDir()
	v := &visit{t: t, folder: root + "/folder", home: root + "/home"}
	exe := program(t)
	v.write(v.home+"/here", "", 0o600)
	v.write(v.folder+"/plugin/plugin.yaml", "id: loud\nname: loud\nversion: 1.0.0\nrun: [./loud]\n", 0o644)
	if err := os.Link(exe, v.folder+"/plugin/loud"); err != nil {
		t.Fatal(err)
	}
	many, err := os.ReadFile(relabelled(t, root, len(hostileTexts())))
	if err != nil {
		t.Fatal(err)
	}
	puzzles := strings.Fields(string(many))
	var lines strings.Builder
	for i, text := range hostileTexts() {
		fmt.Fprintf(&lines, "%s # %s\n", puzzles[i], text)
	}
	v.write(v.folder+"/"+"loud\x1b[31m\u202e.txt", lines.String()+"bad line \x1b[2J\u009b1m\n", 0o644)
	shown := 0
	for _, command := range [][]string{
		{"import", "loud\x1b[31m\u202e.txt"}, {"check", "loud\x1b[31m\u202e.txt"}, {"convert", "loud\x1b[31m\u202e.txt", "--to", "line"},
		{"tag", "add", "nice\x1b[5m", "1"}, {"list"}, {"list", "-o", "json"}, {"list", "-o", "csv"}, {"show", "1"}, {"stats"}, {"export"},
		{"db", "sql", "SELECT * FROM library"}, {"db", "sql", "SELECT * FROM source"}, {"db", "check"},
		{"plugin", "add", "plugin"}, {"plugin", "info", "loud"}, {"plugin", "info", "loud", "-o", "json"}, {"plugin", "list"},
		{"solve", "--solver", "loud", easyPuzzle}, {"solve", "--solver", "loud", "-o", "jsonl", easyPuzzle},
		{"grade", "--grader", "loud", easyPuzzle}, {"explain", "--solver", "loud", easyPuzzle},
		{"explain", "--solver", "loud", "-o", "jsonl", easyPuzzle}, {"hint", easyPuzzle},
		{"run", "-q", "--solver", "loud", "--grader", "loud"}, {"run", "-v", "-q=false", "--solver", "loud", "--grader", "loud", "-o", "jsonl"},
		{"list", "--where", "loudness > 0"}, {"list", "--where", "loud\x1b[2J = 1"}, {"show", "1", "-o", "json"},
		{"db", "sql", "SELECT * FROM plugin"}, {"db", "sql", "SELECT * FROM metric"}, {"db", "sql", "SELECT char(27) || '[2J'"},
		{"plugin", "log"}, {"plugin", "test", "loud", "--only", "describe,solve/easy"}, {"doctor"}, {"config", "show"},
		{"solve", "--solver", "no\x1b[2Jne", easyPuzzle}, {"no\u009b2J"}, {"solve", "--no\x1b[2J"}, {"plugin", "remove", "loud"},
	} {
		got := v.onTerminal(exe, append(command, "--color", "never")...)
		shown += strings.Count(got, `\u`)
		if part, found := steers(got); found {
			t.Errorf("%q sent %q to the terminal", command, part)
		}
	}
	if shown < 10*len(hostileTexts()) {
		t.Errorf("the commands showed %d characters of hostile texts, too few to prove anything", shown)
	}
	db := v.onTerminal(exe, "db", "path")
	data, err := os.ReadFile(strings.TrimSpace(db))
	if err != nil {
		if data, err = os.ReadFile(v.folder + "/sudoku.db"); err != nil {
			t.Fatal(err)
		}
	}
	for _, raw := range []string{"\x1b[", "\u202e", "\u009b"} {
		if i := bytes.Index(data, []byte(raw)); i >= 0 {
			t.Errorf("the library has %q", data[max(0, i-30):min(len(data), i+30)])
		}
	}
}

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// newTerminal opens a terminal of some columns and 24 lines: the end that a person has, and the one of a program.
func newTerminal(t *testing.T, columns int) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminal to be had: ", err)
	}
	t.Cleanup(func() { person.Close() })
	if err := unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip("no terminal to be had: ", err)
	}
	n, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip("no terminal to be had: ", err)
	}
	if columns > 0 {
		if err := unix.IoctlSetWinsize(int(person.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)}); err != nil {
			t.Fatal(err)
		}
	}
	if program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		t.Skip("no terminal to be had: ", err)
	}
	return person, program
}

// onTerminal runs a command of the visit with a terminal as its standard output and error, and returns what
// the terminal got.
func (v *visit) onTerminal(exe string, args ...string) string {
	v.t.Helper()
	return v.onTerminalOf(0, exe, args...)
}

// onTerminalOf does so with a terminal of some columns.
func (v *visit) onTerminalOf(columns int, exe string, args ...string) string {
	v.t.Helper()
	return v.onTerminalFrom(os.DevNull, columns, exe, args...)
}

// onTerminalFrom does so with a file as standard input.
func (v *visit) onTerminalFrom(input string, columns int, exe string, args ...string) string {
	v.t.Helper()
	stdin, err := os.Open(input)
	if err != nil {
		v.t.Fatal(err)
	}
	defer stdin.Close()
	person, slave := newTerminal(v.t, columns)
	c := exec.Command(exe, args...)
	c.Stdin = stdin
	c.Dir, c.Stdout, c.Stderr = v.folder, slave, slave
	c.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + v.home}, v.env...)
	err = c.Start()
	slave.Close()
	if err != nil {
		v.t.Fatal(err)
	}
	got := make(chan []byte)
	go func() {
		text, _ := io.ReadAll(person) // it ends with an error when the terminal is closed
		got <- text
	}()
	_ = c.Wait() // some of the commands fail, as they should
	text := string(bytes.ReplaceAll(<-got, []byte("\r\n"), []byte("\n")))
	person.Close()
	return text
}

// statusLine is how the program draws its line of progress, and how it clears it.
var statusLine = regexp.MustCompile("\r([^\r\x1b]*)\x1b\\[K")

// steers returns the first part of a text that would act on a terminal, beside the line of progress.
func steers(text string) (part string, found bool) {
	text = statusLine.ReplaceAllString(text, "$1")
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
	t.Parallel()
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
	if !bytes.Contains(data, []byte("<0:")) {
		t.Error("the library has none of the texts")
	}
	for _, text := range append(hostileTexts(), "nice\x1b[5m", "loud\x1b[31m\u202e", "bad line \x1b[2J") {
		for _, raw := range []string{"\x1b[", "\u202e", "\u009b"} {
			begin, _, found := strings.Cut(text, raw) // without what is before it, it could as well be a number of the file format
			if i := bytes.Index(data, []byte(begin+raw)); found && i >= 0 {
				t.Errorf("the library has %q", data[max(0, i-30):min(len(data), i+30)])
			}
		}
	}
}

// chainPuzzle needs chains that compare several ways, so that it has long lines; hardPuzzle takes so long that a bar is shown.
const (
	chainPuzzle = "14...7.......3...8...1.5..66....29..9......14...97..3...8....53.1....4..5..6....."
	hardPuzzle  = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)

// TestOutputFitsTheTerminal looks for lines that a terminal would break.
func TestOutputFitsTheTerminal(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	v := &visit{t: t, folder: root + "/folder", home: root + "/home"}
	exe := program(t)
	v.write(v.home+"/here", "", 0o600)
	v.write(v.folder+"/some.txt", easyPuzzle+"\n"+chainPuzzle+"\n", 0o644)
	v.onTerminal(exe, "-q", "run", "some.txt", "--solver", "dlx", "--solver", "entropybt", "--grader", "rules,entropybt")
	commands := [][]string{
		{"grade", easyPuzzle}, {"grade", "some.txt"}, {"grade", "-o", "grid", "some.txt"}, {"explain", chainPuzzle},
		{"explain", "--marks", chainPuzzle}, {"hint", "--level", "why", chainPuzzle}, {"hint", easyPuzzle}, {"solve", easyPuzzle},
		{"solve", "some.txt", "-o", "table"}, {"check", easyPuzzle}, {"random"}, {"random", "-n", "2"}, {"list"}, {"runs"}, {"stats"}, {"stats", "se", "clues", "information_entropy"},
		{"daily"}, {"compare"}, {"show", "1"}, {"plugin", "list"}, {"levels"}, {"generate", "-n", "1", "-o", "table"},
		{"bench", "some.txt", "--solver", "dlx,entropybt", "--repeat", "1"},
		{"book", "--help"}, {"import", "--help"},
	}
	for _, columns := range []int{80, 60} {
		t.Run(strconv.Itoa(columns), func(t *testing.T) {
			t.Parallel()
			own := &visit{t: t, folder: t.TempDir(), home: v.home} // two that publish in one library are in each other's way
			if err := os.CopyFS(own.folder, os.DirFS(v.folder)); err != nil {
				t.Fatal(err)
			}
			for _, command := range commands {
				got := own.onTerminalOf(columns, exe, append(slices.Clone(command), "--color", "never", "-q")...)
				drawn := false
				for line := range strings.SplitSeq(got, "\n") {
					drawn = drawn || strings.Contains(line, "┌")
					if n := utf8.RuneCountInString(line); n > columns && !isText(line) {
						t.Errorf("%q: a line of %d: %q", command, n, line)
					}
				}
				if picture := command[0] == "random" || command[0] == "daily" || command[0] == "grade" && command[1] == easyPuzzle; picture && !drawn {
					t.Errorf("%q draws no grid: %q", command, got)
				}
			}
		})
	}
	card := v.onTerminalOf(80, exe, "grade", easyPuzzle, "--color", "never", "-q")
	for _, want := range []string{"easy · rating (SE) 1.2 (hidden single) · people take about ", "information_entropy", "METRIC", "MEANING"} {
		if !strings.Contains(card, want) {
			t.Errorf("the card has no %q: %s", want, card)
		}
	}
	if strings.Contains(card, "…") {
		t.Errorf("the card breaks off: %s", card)
	}
	if n := strings.Count(card, "people take"); n != 1 {
		t.Errorf("the card says %d times how long people take: %s", n, card)
	}
}

// isText reports whether a line is a sentence or a puzzle, which the terminal may break, and not part of a table or a
// picture.
func isText(line string) bool {
	aligned := strings.Contains(strings.TrimLeft(line, " "), "  ") || strings.Contains(line, "─") || strings.Contains(line, "│")
	longest := 0
	for word := range strings.FieldsSeq(line) {
		longest = max(longest, utf8.RuneCountInString(word))
	}
	return !aligned || longest >= len(easyPuzzle)
}

// TestExplainStepByStep walks through an explanation by keys, forwards and backwards.
func TestExplainStepByStep(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	person, side := newTerminal(t, 80)
	c := exec.Command(program(t), "explain", "--step", "--color", "never", easyPuzzle)
	c.Dir, c.Stdin, c.Stdout, c.Stderr = root, side, side, side
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + root}
	err := c.Start()
	side.Close()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	more := make(chan string)
	go func() {
		defer close(more)
		b := make([]byte, 4096)
		for {
			n, err := person.Read(b)
			if n > 0 {
				more <- string(b[:n])
			}
			if err != nil {
				return
			}
		}
	}()
	seen := 0
	// await returns what the screen shows once it asks for a key.
	await := func() string {
		t.Helper()
		const prompt = "q: quit"
		late := time.After(patient)
		for {
			if at := strings.Index(text.String()[seen:], prompt); at >= 0 {
				page := text.String()[seen : seen+at]
				seen += at + len(prompt)
				return page
			}
			select {
			case part, open := <-more:
				if !open {
					t.Fatalf("it ended: %q", text.String())
				}
				text.WriteString(part)
			case <-late:
				c.Process.Kill()
				t.Fatalf("no prompt: %q", text.String())
			}
		}
	}
	for _, turn := range []struct{ key, want string }{
		{"", "1. "}, {" ", "2. "}, {"\x1b[C", "3. "}, {"b", "2. "}, {"k", "1. "}, {"b", "1. "}, {"jj", "2. "}, {"", "3. "}, {"g", "1. "},
	} {
		if _, err := person.WriteString(turn.key); err != nil {
			t.Fatal(err)
		}
		if page := await(); !strings.Contains(page, "\n"+turn.want) || !strings.Contains(page, "┌") {
			t.Errorf("after %q: %q, want step %s", turn.key, page, turn.want)
		}
	}
	if _, err := person.WriteString("q"); err != nil {
		t.Fatal(err)
	}
	for range more {
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

// TestBarsCount looks at the bars of commands whose input is counted before and of one whose input is not: what is shown
// to be done and to do is so, from the first picture on.
func TestBarsCount(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	v := &visit{t: t, folder: root + "/folder", home: root + "/home"}
	exe := program(t)
	v.write(v.home+"/here", "", 0o600)
	v.write(v.folder+"/some.txt", strings.Repeat(hardPuzzle+"\n", 2), 0o644)
	for _, c := range []struct {
		command string
		counts  *regexp.Regexp
		total   string
	}{
		{"solve some.txt --solver rules", regexp.MustCompile(`solving +(\d+)/(\d+) `), "2"},
		{"grade some.txt --grader rules --metric se", regexp.MustCompile(`grading +(\d+)/(\d+) `), "2"},
		{"solve - --solver rules", regexp.MustCompile(`solving +(\d+)()  `), ""},
	} {
		shown := v.onTerminalFrom(v.folder+"/some.txt", 100, exe, strings.Fields(c.command)...)
		found := c.counts.FindAllStringSubmatch(shown, -1)
		if len(found) == 0 {
			t.Errorf("%s: no bar in %q", c.command, shown)
		}
		for _, f := range found {
			if done, err := strconv.Atoi(f[1]); err != nil || done > 2 || f[2] != c.total {
				t.Errorf("%s: the bar says %q", c.command, f[0])
			}
		}
	}
}

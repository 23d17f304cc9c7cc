package bridge

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/manifest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestMain lets the test binary be the programs that tests talk to: "bridge.test fake ROLE …".
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "fake" {
		fakes[os.Args[2]](os.Args[3:])
		os.Exit(0)
	}
	_ = flag.Set("test.parallel", "8") // most tests wait for programs that do not answer; the command line may say otherwise
	os.Exit(m.Run())
}

var fakes = map[string]func(args []string){
	"honest":  func([]string) { eachLine(func(q string) { fmt.Println(solve(q)) }) },
	"csv":     func([]string) { eachLine(func(q string) { fmt.Printf("1:%s,%s:0.2ms\r\n", q, solve(q)) }) },
	"polite":  func([]string) { eachLine(func(q string) { fmt.Println("Answer=" + spaced(solve(q)) + ";") }) },
	"buffer":  buffer,
	"oneshot": func(args []string) { fmt.Println("hello"); fmt.Println(solve(args[0])) },
	"once":    func([]string) { fmt.Println(solve(question1())) },
	"twice":   func([]string) { eachLine(func(q string) { fmt.Println(solve(q) + "\nand more") }) },
	"mumble":  func([]string) { eachLine(func(string) { fmt.Println("hm") }) },
	"sleeper": func([]string) { eachLine(func(string) { time.Sleep(time.Hour) }) },
	"crasher": func([]string) {
		question1()
		fmt.Fprintln(os.Stderr,
			"segmentation fault, says it")
		os.Exit(3)
	},
	"thinker": func(args []string) {
		question1()
		fmt.Fprintln(os.Stderr, "thinking about it")
		if err := os.WriteFile(args[0], nil, 0o600); err != nil { // it has said so
			panic(err)
		}
		time.Sleep(time.Hour)
	},
	"endless": func([]string) {
		for {
			fmt.Print("abcdefghijklmnopqrstuvwxyz")
		}
	},
	"hog": func([]string) { question1(); hog() },
	"forker": func([]string) {
		question1()
		_ = exec.Command("sleep", marker(os.Getppid())).Start()
		time.Sleep(time.Hour)
	},
	"sloppy":     sloppy,
	"satisfy":    satisfy,
	"speaker":    func([]string) { speak(everything, obey) },
	"prattler":   func([]string) { fmt.Println("hello, world"); time.Sleep(time.Hour) },
	"misspeller": func([]string) { speak(`{"hello":1}`, misspell) },
	"rambler": func([]string) {
		speak(`{"hello":1}`, func(q *asked) {
			if q.ID > 1 {
				fmt.Println("thinking")
			}
			obey(q)
		})
	},
	"stubborn":  func([]string) { speak(`{"hello":1,"capabilities":["complete"]}`, stubborn) },
	"reflector": func([]string) { speak(`{"hello":1}`, reflect) },
	"quitter":   func([]string) { speak(`{"hello":1}`, quit) },
	"greeter": func([]string) {
		question1()
		say(`{"hello":1,"shapes":["any"]}`)
		time.Sleep(time.Hour)
	},
}

// marker is how long the grandchild of a test process sleeps, which tells it from all others.
func marker(pid int) string { return fmt.Sprint(1_000_000 + pid) }

func eachLine(f func(string)) {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		f(in.Text())
	}
}

func question1() string {
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	return strings.TrimSpace(line)
}

// buffer prints nothing before its input ends.
func buffer([]string) {
	var all strings.Builder
	eachLine(func(q string) { fmt.Fprintln(&all, solve(q)) })
	fmt.Print(all.String())
}

// sloppy leaves a puzzle out when it has more than one.
func sloppy([]string) {
	n := 0
	var all strings.Builder
	eachLine(func(q string) {
		if n++; n != 2 {
			fmt.Fprintln(&all, solve(q))
		}
	})
	fmt.Print(all.String())
}

func hog() {
	var held [][]byte
	for {
		b := make([]byte, 64<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		if held = append(held, b); len(held) > 1<<20 {
			return
		}
	}
}

func spaced(text string) string { return strings.Join(strings.Split(text, ""), " ") }

// solve answers a question: the solution, none, or many with two.
func solve(question string) string {
	p, err := sudoku.ParsePuzzle(question)
	if err != nil {
		return "error: " + err.Error()
	}
	var found []string
	if sudoku.CheckGivens(p) == nil {
		descend(p, p.Givens().Clone(), func(g sudoku.Grid) bool {
			if sudoku.Verify(p, g) != nil {
				return true
			}
			found = append(found, p.Geometry().FormatGrid(g))
			return len(found) < 2
		})
	}
	switch len(found) {
	case 0:
		return "none"
	case 1:
		return found[0]
	}
	return "many " + strings.Join(found, " ")
}

// descend tries every digit in the emptiest cell.
func descend(p *sudoku.Puzzle, grid sudoku.Grid, emit func(sudoku.Grid) bool) bool {
	best, options := -1, sudoku.Digits(0)
	for c, v := range grid {
		if v != 0 {
			continue
		}
		left := p.Allowed(c)
		for _, q := range p.Geometry().Peers(c) {
			if w := grid[q]; w != 0 {
				left = left.Without(int(w))
			}
		}
		if best < 0 || left.Len() < options.Len() {
			best, options = c, left
		}
	}
	if best < 0 {
		return emit(grid)
	}
	defer func() { grid[best] = 0 }()
	for d := range options.All {
		grid[best] = uint8(d)
		if !descend(p, grid, emit) {
			return false
		}
	}
	return true
}

// fake returns the Program that runs a fake.
func fake(t testing.TB, role, mode string, args ...string) *Program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &Program{Manifest: manifest.Manifest{ID: role, Version: "1.0.0", Licence: "MIT",
		Run: append([]string{self, "fake", role}, args...), Mode: mode}, Complete: true, Deterministic: true}
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	return p
}

// ask solves puzzles as the SDK does, each with a budget.
func ask(t testing.TB, p *Program, budget time.Duration, puzzles ...*sudoku.Puzzle) []sudoku.Result {
	t.Helper()
	raw, err := lines(p).Solver(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := raw.(*solver)
	s.Limit(2)
	begin, cancel := context.WithTimeout(t.Context(), budget)
	s.Begin(begin, puzzles)
	cancel()
	var results []sudoku.Result
	for _, q := range puzzles {
		ctx, cancel := context.WithTimeout(t.Context(), budget)
		results = append(results, sudoku.Solve(ctx, s, q, 2, p.Complete))
		cancel()
	}
	return results
}

func puzzle(t testing.TB, text string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

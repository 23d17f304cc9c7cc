package plugintest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// StartCheck is the first: a caller that runs checks on a process that does not start reports it as broken.
var StartCheck = Check{"process/start", "It starts, shakes hands and says what it is.", func(*probe) {}} // Check.Run has asked

var processChecks = []Check{
	{"process/two", "Two instances at once give the same answers.", processTwo},
	{"process/memory", "Further thousands of puzzles take little more memory than the first hundred.", processMemory},
	{"process/shutdown", "Asked to leave, it is gone within two seconds.", processShutdown},
	{"process/orphan", "It is gone two seconds after its host was killed.", processOrphan},
	{"lines/flush", "A program in mode line answers before its input is closed.", linesFlush},
	{"lines/one-each", "Three questions get three lines, in their order.", linesOneEach},
	{"lines/crlf", "Questions that end with CR LF are answered like others.", linesCRLF},
	{"lines/end", "The program ends when its input does.", linesEnd},
}

// instance starts another process of the subject.
func (p *probe) instance() *Instance {
	if p.subject.Process == nil || p.subject.Process.Start == nil {
		skip("it runs within this process")
	}
	one, err := p.subject.Process.Start(p.ctx)
	must(err, "starting another process")
	return one
}

// processTwo checks that two processes work at once.
func processTwo(p *probe) {
	one := p.instance()
	defer func() { _, _ = one.Leave() }() // the check is about answers
	other := *p
	other.subject = one.Subject
	p.asAlone(&other, runner.Ask{Limit: 2, Seed: 1, Timeout: p.timeout}, "share no file, port or lock between processes")
}

const (
	memoryLeeway = 64 << 20        // bytes that may be added after the warm-up: room for a garbage collector
	memorySlope  = 8 << 10         // bytes that a puzzle may add at most, puzzle after puzzle
	memorySteady = 24 << 20        // bytes that steady growth has to come to: less may be a heap that finds its size
	memoryTime   = 3 * time.Second // after which a slow solver need not go on; a third of it is its warm-up
	memoryWarm   = 100             // puzzles of the warm-up
	memoryAll    = 10_000          // puzzles after it
)

// processMemory checks that memory does not grow from puzzle to puzzle.
func processMemory(p *probe) {
	one := p.instance()
	defer func() { _, _ = one.Leave() }()
	other := *p
	other.subject = one.Subject
	var held []int64 // after each step behind the warm-up
	warm, solved, step, begin := 0, 0, 20, time.Now()
	for round := uint64(0); solved < warm+memoryAll; round++ {
		answers := other.solveWith(permuted(step, round), runner.Ask{Limit: 1, Timeout: p.timeout})
		solved += len(answers)
		now, ok := one.Memory()
		passed := time.Since(begin)
		switch {
		case !ok:
			skip("this system does not tell how much memory a process has")
		case len(held) > 0 || solved >= memoryWarm || passed > memoryTime/3:
			if held = append(held, now); len(held) == 1 {
				warm, step = solved, max(step, min(100, solved))
			}
		}
		enough := len(held) > 0 && now-held[0] > memoryLeeway+held[0]/2
		if enough || passed > memoryTime && (grows(held, step) == 0 || passed > 3*memoryTime) {
			break
		}
	}
	before, after := held[0], held[len(held)-1]
	if more := after - before; more > memoryLeeway+before/2 || more > memorySteady && grows(held, step) > 0 {
		fail(fmt.Sprintf("%d puzzles, then %d", warm, solved-warm), fmt.Sprintf("%d MiB, then %d MiB", before>>20, after>>20),
			"keep nothing of a puzzle when it is answered")
	}
}

// grows returns the bytes that a puzzle adds if each quarter of the steps adds more than a good process does, else 0.
func grows(held []int64, step int) (each int64) {
	quarter := (len(held) - 1) / 4
	for i := 0; i < 4 && quarter > 0; i++ {
		more := (held[(i+1)*quarter] - held[i*quarter]) / int64(quarter*step)
		if more < memorySlope {
			return 0
		}
		each = max(each, more)
	}
	return each
}

// processShutdown checks that the process ends when it is asked to.
func processShutdown(p *probe) {
	p.once(func() (bool, error) { return p.instance().Leave() }, "the end of the connection (GRPCController/Shutdown)",
		"nothing: it had to be killed", "end the process when Shutdown is called")
}

// tries is how often a process may be too late: on a busy machine a good one is so now and then.
const tries = 4

// once fails if something does not happen in time in any of some tries.
func (p *probe) once(happens func() (bool, error), sent, came, fix string) {
	for range tries {
		inTime, err := happens()
		must(err, "after %s", sent)
		if inTime {
			return
		}
	}
	fail(sent, came, fix)
}

// processOrphan checks that the process ends when its host is killed.
func processOrphan(p *probe) {
	if p.subject.Process == nil || p.subject.Process.Orphan == nil {
		skip("it cannot be tried here")
	}
	p.once(func() (bool, error) { return p.subject.Process.Orphan(p.ctx) }, "a host that was killed",
		"processes that are still there after two seconds",
		"watch the parent process, or the process SUDOKUCTL_HOST_PID, and end with it")
}

// questions are three easy classic puzzles as lines, the first again at the end, and their solutions.
func questions() (lines, solutions []string) {
	easy := classic(isEasy)
	for _, pr := range []promise{easy[0], easy[1], easy[0]} {
		lines = append(lines, pr.puzzle.String())
		solutions = append(solutions, pr.puzzle.Geometry().FormatGrid(solve(pr.puzzle, 1)[0]))
	}
	return lines, solutions
}

// talk talks to a program that speaks lines and takes the classic 9×9.
func (p *probe) talk(text string, wanted int, over bool) Talk {
	switch {
	case p.subject.Process == nil || p.subject.Process.Talk == nil:
		skip("it does not speak lines")
	case !p.info.Takes(sudoku.Classic()):
		skip("it does not take the classic 9×9")
	}
	t, err := p.subject.Process.Talk(p.ctx, text, wanted, over)
	must(err, "talking to the program")
	return t
}

// linesFlush checks that an answer comes before the next question.
func linesFlush(p *probe) {
	if p.subject.Process != nil && p.subject.Process.Silent {
		skip("it is asked in batches")
	}
	lines, _ := questions()
	if t := p.talk(lines[0]+"\n", 1, false); len(t.Lines) == 0 {
		fail(lines[0]+", and no end of the input", "no line within 15 seconds",
			"flush after every line (C: setvbuf(stdout, NULL, _IOLBF, 0); Python: print(…, flush=True); awk: "+
				"fflush()), start it through \"stdbuf -oL\", or say \"mode: batch\" in plugin.yaml")
	}
}

// linesOneEach checks that each question gets one line.
func linesOneEach(p *probe) {
	lines, solutions := questions()
	text := strings.Join(lines, "\n") + "\n"
	t := p.talk(text, len(lines)+1, true)
	fix := "print exactly one line for each question, and nothing else"
	if len(t.Lines) != len(lines) {
		fail(fmt.Sprintf("three questions: %q", text), fmt.Sprintf("%d lines: %q", len(t.Lines), t.Lines), fix)
	}
	for i, line := range t.Lines {
		if other := solutions[(i+1)%2]; other != solutions[i] && strings.Contains(line, other) {
			fail(lines[i], line, "answer in the order of the questions")
		}
	}
}

// linesCRLF checks that a carriage return changes nothing.
func linesCRLF(p *probe) {
	lines, _ := questions()
	plain, crlf := p.talk(lines[0]+"\n", 1, true), p.talk(lines[0]+"\r\n", 1, true)
	if !slices.Equal(trimmed(plain.Lines), trimmed(crlf.Lines)) {
		fail(lines[0]+"\\r\\n", fmt.Sprintf("%q instead of %q", crlf.Lines, plain.Lines),
			"cut white space off both ends of a line")
	}
}

// trimmed returns the lines without blanks around them.
func trimmed(lines []string) (all []string) {
	for _, line := range lines {
		all = append(all, strings.TrimSpace(line))
	}
	return all
}

// linesEnd checks that the program ends with its input.
func linesEnd(p *probe) {
	lines, _ := questions()
	const more = 1 << 20 // lines: wait for the end
	if t := p.talk(lines[0]+"\n", more, true); !t.Ended {
		fail("a question and the end of the input", "a process that goes on", "end when reading a line fails")
	}
}

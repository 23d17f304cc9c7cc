package papers

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
	"github.com/sudokuctl/sudokuctl/work"
)

// archived are the commands that docs/findings.md rests on. In braces stands a number of puzzles, of which --share takes its
// part, and the least that the command can work with. A command runs in the folder of its files, and what it prints is one of
// them. None shows a time.
var archived = []archivedCommand{
	{"sample-carved-1", []int{4, 8, 10, 11, 14, 18}, "", []archivedStep{
		{"tables.json", "study sample --seed 1 --count {12000,40} --save . --svg . -o json"}}},
	{"sample-carved-2", []int{4, 11, 18}, "", []archivedStep{
		{"tables.json", "study sample --seed 2 --count {12000,40} --save . --svg . -o json"}}},
	{"sample-biased", []int{11, 12, 14, 18}, "", []archivedStep{
		biased(1), biased(2), biased(3), biased(4), biased(5), biased(6),
		{"odd.json", "study sample --join 1,3,5 -o json"}, {"even.json", "study sample --join 2,4,6 -o json"},
		{"tables.json", "study sample --join 1,2,3,4,5,6 --svg . -o json"},
		{"test.txt", everyTenth + "1/sample.tsv"},
		{"audit.json", "lab dataset audit train.txt test.txt --sample 0 -o json"}}},
	{"games", []int{4, 8, 13, 18}, "graded/human_even.tsv", []archivedStep{
		{"tables.json", "study sample $SUDOKUCTL_PUZZLES/graded/human_even.tsv --count {800,40} --field avg_seconds " +
			"--save . -o json"},
		{"people.json", "lab agree --people $SUDOKUCTL_PUZZLES/graded/human_even.tsv --grader rules -o json"}}},
	{"games-odd", []int{13}, "graded/human_odd.tsv", []archivedStep{
		{"people.json", "lab agree --people $SUDOKUCTL_PUZZLES/graded/human_odd.tsv --grader rules --people-svg people.svg -o json"}}},
	{"extreme", []int{18}, "sudoku-extreme/train.csv", []archivedStep{
		{"tables.json", "study sample $SUDOKUCTL_PUZZLES/sudoku-extreme/train.csv --count {100000,40} --field rating " +
			"--save . --svg . -o json"},
		{"audit.json", "lab dataset audit $SUDOKUCTL_PUZZLES/sudoku-extreme/train.csv " +
			"$SUDOKUCTL_PUZZLES/sudoku-extreme/test.csv -o json"}}},
	{"transition-1", []int{15}, "", []archivedStep{
		{"tables.json", "study transition --grids 40 --seed 1 --count {1000000,2} --whole {1500,2} --save . --svg . -o json"}}},
	{"transition-2", []int{15}, "", []archivedStep{
		{"tables.json", "study transition --grids 40 --seed 2 --count {200000,2} --whole {1500,2} --save . --svg . -o json"}}},
	{"gunther2012", []int{1}, "", []archivedStep{
		{"tables.json", "paper gunther2012 --untimed --fresh --seed 1 --per-level {1000,2} --svg . -o json"}}},
	{"kranawetter2013", []int{4, 5, 6}, "", []archivedStep{
		{"tables.json", "paper kranawetter2013 --untimed --fresh --seed 1 --set redundancy.bipart_nodes=50000 " +
			"--count {3000,20} --svg . -o json"}}},
	{"wang-bound", []int{2}, "go.mod", []archivedStep{
		{"shares.txt", "WANG_PUZZLES={4000,150} go test -count=1 -run BoundOfFifteen -v ./plugins/generate/create"}}},
	{"norms-0.6", []int{3}, "",
		puzzles("--set generate.method=wang --difficulty 0.6 --allow-multiple --seed 101 --count {4000,2}",
			norms...)},
	{"norms-0.7", []int{3}, "",
		puzzles("--set generate.method=wang --difficulty 0.7 --allow-multiple --seed 102 --count {4000,2}",
			norms...)},
	{"norms-unique", []int{3}, "",
		puzzles("--clues 23..26 --seed 103 --count {4000,2}", norms...)},
	{"ablation", []int{7}, "go.mod", []archivedStep{
		{"failures.txt", "go test -run xxx -bench Ablation -benchtime {30,1}x ./plugins/ga/evolve"}}},
	{"marginals", []int{9}, "go.mod", []archivedStep{
		{"errors.txt", "go test -count=1 -run StochasticPuzzle -v ./plugins/convex/belief"}}},
	{"loops", []int{9}, "",
		puzzles("--clues 27..29 --seed 9 --count {200,2}",
			solved("convex.variant=belief"), solved("convex.variant=sinkhorn"))},
	{"killers", []int{16}, "",
		puzzles("--constraints cage --seed 1 --count {200,2}", measured("redundancy"), counted)},
	evolved("six-arrow", "arrow=6"), evolved("six-black", "black=6"), evolved("six-cage", "cage=6"),
	evolved("six-little-killer", "little-killer=6"), evolved("six-renban", "renban=6"), evolved("six-thermo", "thermo=6"),
	evolved("six-whisper", "whisper=6"), evolved("six-white", "white=6"), evolved("six-x", "x=6"),
	evolved("all-arrow", "arrow"), evolved("all-black", "black"), evolved("all-cage", "cage"),
	evolved("all-little-killer", "little-killer"), evolved("all-renban", "renban"), evolved("all-thermo", "thermo"),
	evolved("all-whisper", "whisper"), evolved("all-white", "white"), evolved("all-x", "x"),
	{"tight-cage", []int{19}, "", tight("cage", 500)},
	{"tight-arrow", []int{19}, "", append(tight("arrow", 200), solved("convex.variant=C"))},
	{"tight-thermo", []int{19}, "", tight("thermo", 200)},
	{"tight-whisper", []int{19}, "", tight("whisper", 200)},
	{"tight-white", []int{19}, "", tight("white", 200)},
	{"walks-cage", []int{19}, "", puzzles("--constraints cage --seed 33 --count {30,2}", norms...)},
	{"walks-arrow", []int{19}, "", puzzles("--constraints arrow --seed 33 --count {30,2}", norms...)},
}

// puzzlesFile has the puzzles of the steps after it.
const puzzlesFile = "puzzles.txt"

// puzzles are steps of which the first generates puzzles.
func puzzles(order string, steps ...archivedStep) []archivedStep {
	return append([]archivedStep{{puzzlesFile, "generate " + order + " -o line"}}, steps...)
}

// evolved is a command in which the genetic algorithm solves puzzles with some constraints.
func evolved(name, constraints string) archivedCommand {
	return archivedCommand{"genetic-" + name, []int{17}, "", puzzles("--constraints "+constraints+" --seed 77 --count {50,2}",
		solved("ga.max_evaluations=50000"))}
}

// tight are steps that measure the polytopes of puzzles of a kind of constraint, of which every one is needed.
func tight(kind string, number int) []archivedStep {
	return puzzles(fmt.Sprintf("--constraints %s --seed 33 --count {%d,2}", kind, number), measured("convex"), counted)
}

// biased is a step that makes puzzles with a controlled bias and measures them.
func biased(seed int) archivedStep {
	n := strconv.Itoa(seed)
	return archivedStep{n + ".json", "study sample --method controlled_bias --seed " + n + " --count {50000,40} --save " + n + " -o json"}
}

// everyTenth begins a step that prints every tenth puzzle of a sample, and writes the others into train.txt.
const everyTenth = "every tenth puzzle, the others into train.txt, of "

func splitSample(_ context.Context, folder string, words []string) ([]byte, error) {
	rows, err := os.ReadFile(filepath.Join(folder, words[len(words)-1]))
	if err != nil {
		return nil, err
	}
	var test, train strings.Builder
	for i, row := range slices.Collect(strings.Lines(string(rows)))[1:] {
		to := &train
		if i%10 == 9 {
			to = &test
		}
		puzzle, _, _ := strings.Cut(row, "\t")
		to.WriteString(puzzle + "\n")
	}
	return []byte(test.String()), os.WriteFile(filepath.Join(folder, "train.txt"), []byte(train.String()), 0o644)
}

// solved is a step that solves the puzzles before it with a setting: a line for each, its solution or "unknown".
func solved(setting string) archivedStep {
	solver, _, _ := strings.Cut(setting, ".")
	_, value, _ := strings.Cut(setting, "=")
	return archivedStep{value + ".txt", "solve puzzles.txt --solver " + solver + " --set " + setting + " --limit 1 -o line"}
}

// measured is a step that grades the puzzles before it.
func measured(grader string) archivedStep {
	return archivedStep{grader + ".csv", "grade puzzles.txt --grader " + grader + " -o csv"}
}

var (
	// norms solve the puzzles of finding 3.
	norms = []archivedStep{solved("convex.variant=mixed"), solved("convex.variant=D"), solved("convex.variant=C"),
		solved("convex.variant=E"), solved("convex.variant=F")}
	counted = archivedStep{"guesses.csv", "solve puzzles.txt --solver entropybt -o csv"}
)

// archivedCommand makes the files of a folder, for some findings. It needs a file of the folder that SUDOKUCTL_PUZZLES names,
// or, if that is go.mod, this program's source as the folder where it runs, and a go command.
type archivedCommand struct {
	name     string
	findings []int
	needs    string
	steps    []archivedStep
}

type archivedStep struct{ file, command string }

// manifest says what an archive holds. Its keys are stable.
type manifest struct {
	Program  string            `json:"program"` // version of sudokuctl
	Go       string            `json:"go"`
	Platform string            `json:"platform"`
	Share    float64           `json:"share"` // of the puzzles of docs/findings.md
	Commands []archivedRecord  `json:"commands"`
	Missing  []missingRecord   `json:"missing,omitempty"`
	SHA256   map[string]string `json:"sha256"` // of the other files
}

type archivedRecord struct {
	Name     string `json:"name"` // the folder
	Findings []int  `json:"findings"`
	Command  string `json:"command"`
	File     string `json:"file"` // what the command prints
}

type missingRecord struct {
	Name     string `json:"name"`
	Findings []int  `json:"findings"`
	Needs    string `json:"needs"`
}

// Archive is the command that makes the data of the findings in one file.
func Archive(a *app.App) *cobra.Command {
	share, only := 1.0, []string{}
	var names []string
	for _, c := range archived {
		names = append(names, c.name)
	}
	c := &cobra.Command{
		Use:   "archive FILE.zip",
		Short: "Make the data, tables and pictures of the findings in one file",
		Long: `Run the commands that docs/findings.md rests on, one after the other, and write what they make into one
file: tables, rows of data with their cards, pictures, and a manifest with the commands, versions and the
SHA-256 of each file. The same program makes the same file again, bit for bit; it takes some fifty minutes of
CPU time, with --share a part of that. The times of people and sudoku-extreme are read from the folder that
SUDOKUCTL_PUZZLES names, and what is a test of Go runs if the current folder is the source of this program; what
is not there is named and left out.
Commands: ` + strings.Join(names, ", ") + `.`,
		Example: `  sudokuctl lab archive findings.zip
  sudokuctl lab archive small.zip --share 0.01
  sudokuctl lab archive grids.zip --only gunther2012,transition-1`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if share <= 0 || share > 1 {
				return app.UsageErrorf("--share must be above 0 and at most 1")
			}
			for _, name := range only {
				if !slices.Contains(names, name) {
					return app.UsageErrorf("--only %s: the commands are %s", name, strings.Join(names, ", "))
				}
			}
			return archive(c.Context(), a, args[0], share, only)
		},
	}
	c.Flags().Float64Var(&share, "share", share, "make so much of the puzzles, for a trial")
	c.Flags().StringSliceVar(&only, "only", nil, "run these commands alone, by their `NAMES`")
	return c
}

func archive(ctx context.Context, a *app.App, file string, share float64, only []string) error {
	folder, err := os.MkdirTemp("", "sudokuctl-archive-")
	if err != nil {
		return fmt.Errorf("making a folder for the archive: %w", err)
	}
	defer os.RemoveAll(folder)
	m := manifest{Program: app.Version(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Share: share, SHA256: map[string]string{}}
	chosen := slices.DeleteFunc(slices.Clone(archived), func(c archivedCommand) bool {
		return len(only) > 0 && !slices.Contains(only, c.name)
	})
	progress := work.Progress(a.Screen().Report)
	end := progress.Stage(work.Begun{Stage: "running commands", Total: int64(len(chosen))})
	defer end()
	for _, c := range chosen {
		if lacks := c.lacks(); lacks != "" {
			a.Remark("left out: %s, for finding %s: it needs %s", c.name, strings.Trim(fmt.Sprint(c.findings), "[]"), lacks)
			m.Missing = append(m.Missing, missingRecord{c.name, c.findings, lacks})
			continue
		}
		if err := c.run(ctx, filepath.Join(folder, c.name), share, &m); err != nil {
			return err
		}
		progress.Report(work.Advanced(1))
	}
	data, err := packArchive(folder, &m)
	if err == nil {
		err = wholefile.Replace(file, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("writing the archive %q: %w", file, err)
	}
	sum := sha256.Sum256(data)
	a.Remark("%s: %d files, SHA-256 %s", file, len(m.SHA256)+1, hex.EncodeToString(sum[:]))
	return nil
}

// lacks says what a command needs and does not have, "" for nothing.
func (c *archivedCommand) lacks() string {
	switch c.needs {
	case "":
		return ""
	case "go.mod":
		_, err := exec.LookPath("go")
		text, _ := os.ReadFile("go.mod")
		if err != nil || !bytes.HasPrefix(text, []byte("module github.com/sudokuctl/sudokuctl\n")) {
			return "the source of this program as the current folder, and a go command"
		}
	default:
		folder := os.Getenv("SUDOKUCTL_PUZZLES")
		if _, err := os.Stat(filepath.Join(folder, c.needs)); err != nil || folder == "" {
			return c.needs + " in the folder that SUDOKUCTL_PUZZLES names"
		}
	}
	return ""
}

// size is a number of puzzles in a command, and the least of it.
var size = regexp.MustCompile(`\{(\d+),(\d+)\}`)

// scaled is a command with a share of its puzzles.
func scaled(command string, share float64) string {
	return size.ReplaceAllStringFunc(command, func(text string) string {
		m := size.FindStringSubmatch(text)
		most, _ := strconv.Atoi(m[1])
		least, _ := strconv.Atoi(m[2])
		return strconv.Itoa(max(least, int(share*float64(most))))
	})
}

// run makes the files of a command in a folder.
func (c *archivedCommand) run(ctx context.Context, folder string, share float64, m *manifest) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder %q: %w", folder, err)
	}
	for _, step := range c.steps {
		command, run := scaled(step.command, share), runArchived
		shown := "sudokuctl " + command
		switch {
		case c.needs == "go.mod":
			shown, run = command, runTests
		case strings.HasPrefix(command, everyTenth):
			shown, run = command, splitSample
		}
		m.Commands = append(m.Commands, archivedRecord{c.name, c.findings, shown, step.file})
		out, err := run(ctx, folder, strings.Fields(command))
		if err != nil {
			return fmt.Errorf("running %q: %w", shown, err)
		}
		if err := os.WriteFile(filepath.Join(folder, step.file), out, 0o644); err != nil {
			return fmt.Errorf("keeping what %q printed: %w", shown, err)
		}
	}
	if c.steps[0].file != puzzlesFile {
		return nil
	}
	return summarise(folder, c.steps[1:])
}

// runArchived runs this program in a folder with nothing of the user's: no config, no added plugins, nothing kept from before.
func runArchived(ctx context.Context, folder string, args []string) ([]byte, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	private, err := os.MkdirTemp("", "sudokuctl-home-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(private)
	for i := range args {
		args[i] = strings.Replace(args[i], "$SUDOKUCTL_PUZZLES", os.Getenv("SUDOKUCTL_PUZZLES"), 1)
	}
	c := exec.CommandContext(ctx, self, append(args, "--quiet", "--db", filepath.Join(private, "sudoku.db"))...)
	c.Dir, c.Env = folder, append(os.Environ(), "XDG_DATA_HOME="+private, "XDG_CONFIG_HOME="+private, "SUDOKUCTL_CONFIG=")
	out, err := output(c)
	if err != nil || !slices.Contains(args, "csv") {
		return out, err
	}
	return withoutTimes(out)
}

// output is what a program prints; its complaints are in the error.
func output(c *exec.Cmd) ([]byte, error) {
	var complaint bytes.Buffer
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, complaint.String())
	}
	return out, nil
}

// withoutTimes takes the columns of times out of a table.
func withoutTimes(table []byte) ([]byte, error) {
	rows, err := csv.NewReader(bytes.NewReader(table)).ReadAll()
	if err != nil {
		return nil, err
	}
	var times []int
	for i := len(rows[0]) - 1; i >= 0; i-- {
		if strings.HasSuffix(rows[0][i], "_ns") {
			times = append(times, i)
		}
	}
	var kept bytes.Buffer
	w := csv.NewWriter(&kept)
	for _, row := range rows {
		for _, i := range times {
			row = slices.Delete(row, i, i+1)
		}
		if err := w.Write(row); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return kept.Bytes(), w.Error()
}

// runTests runs tests or benchmarks of the source in the current folder and returns what they say, without times. Words with
// "=" before the command are variables.
func runTests(ctx context.Context, _ string, args []string) ([]byte, error) {
	var set []string
	for strings.Contains(args[0], "=") {
		set, args = append(set, args[0]), args[1:]
	}
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Env = append(os.Environ(), set...)
	out, err := output(c)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	var said strings.Builder
	for line := range strings.Lines(string(out)) {
		if _, text, logged := strings.Cut(line, "_test.go:"); logged {
			_, text, _ = strings.Cut(text, ": ")
			said.WriteString(text)
		} else if strings.HasPrefix(line, "Benchmark") {
			said.WriteString(counts(line))
		}
	}
	return []byte(said.String()), nil
}

// counts is a benchmark's name and its figures, but for times.
func counts(line string) string {
	words := strings.Fields(line)
	name := words[0]
	if dash := strings.LastIndexByte(name, '-'); dash > 0 {
		name = name[:dash]
	}
	for i := 2; i+1 < len(words); i += 2 {
		if unit := words[i+1]; !strings.Contains(unit, "ms") && !strings.Contains(unit, "ns/op") {
			name += "\t" + words[i] + " " + unit
		}
	}
	return name + "\n"
}

// packArchive makes a file of a folder and its manifest in which nothing depends on when it is made.
func packArchive(folder string, m *manifest) ([]byte, error) {
	var data bytes.Buffer
	z := zip.NewWriter(&data)
	add := func(name string, text []byte) error {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		m.SHA256[filepath.ToSlash(name)] = hex.EncodeToString(sum[:])
		return add(filepath.ToSlash(name), text)
	})
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	if err := add("manifest.json", append(text, '\n')); err != nil {
		return nil, err
	}
	err = z.Close()
	return data.Bytes(), err
}

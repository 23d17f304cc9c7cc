package papers

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestScaled(t *testing.T) {
	const command = "study transition --seed 1 --count {1000,2} --whole {15,2}"
	for share, want := range map[float64]string{
		1:    "study transition --seed 1 --count 1000 --whole 15",
		0.25: "study transition --seed 1 --count 250 --whole 3",
		0.01: "study transition --seed 1 --count 10 --whole 2",
	} {
		if got := scaled(command, share); got != want {
			t.Errorf("share %v: %q, want %q", share, got, want)
		}
	}
}

// TestSplitSample puts every tenth puzzle of a sample to the test, and no other.
func TestSplitSample(t *testing.T) {
	folder := t.TempDir()
	rows := "puzzle\tclues\n"
	for i := range 20 {
		rows += strconv.Itoa(i) + "\t24\n"
	}
	if err := os.WriteFile(filepath.Join(folder, "sample.tsv"), []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	test, err := splitSample(t.Context(), folder, strings.Fields(everyTenth+"sample.tsv"))
	if err != nil || string(test) != "9\n19\n" {
		t.Errorf("%q, %v", test, err)
	}
	if train, err := os.ReadFile(filepath.Join(folder, "train.txt")); err != nil || !strings.HasSuffix(string(train), "\n17\n18\n") {
		t.Errorf("%q, %v", train, err)
	}
}

// TestLacks asks for a file, and for the source of this program.
func TestLacks(t *testing.T) {
	games, tests := archivedCommand{needs: "graded/human_odd.tsv"}, archivedCommand{needs: "go.mod"}
	t.Setenv("SUDOKUCTL_PUZZLES", "")
	if games.lacks() == "" || tests.lacks() == "" {
		t.Errorf("%q, %q", games.lacks(), tests.lacks())
	}
	folder := t.TempDir()
	t.Setenv("SUDOKUCTL_PUZZLES", folder)
	if games.lacks() == "" {
		t.Error("a folder without the file will do")
	}
	if err := os.MkdirAll(filepath.Join(folder, "graded"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, games.needs), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if lacks := games.lacks(); lacks != "" {
		t.Errorf("lacks %q", lacks)
	}
}

// TestTimesAreLeftOut of tables and of what benchmarks say: another run has others.
func TestTimesAreLeftOut(t *testing.T) {
	const line = "BenchmarkAblation/memetic/crossover=0-16 \t 30\t 0 ns/op\t 9.5 cpu-ms\t 9.1 cpu-ms-median\t 803.5 evaluations\t 1.000 failures\n"
	if got := counts(line); got != "BenchmarkAblation/memetic/crossover=0\t803.5 evaluations\t1.000 failures\n" {
		t.Errorf("counts %q", got)
	}
	got, err := withoutTimes([]byte("name,self_ns,guesses,wall_ns\na,1,2,3\n"))
	if err != nil || string(got) != "name,guesses\na,2\n" {
		t.Errorf("%q, %v", got, err)
	}
}

const docs = "../../../../docs/"

// finding is a section of docs/findings.md.
type finding struct {
	number int
	text   string
}

// bullet returns what a finding says after a word in its list.
func (f finding) bullet(word string) string {
	_, text, found := strings.Cut(f.text, "\n* "+word+": ")
	if !found {
		return ""
	}
	text, _, _ = strings.Cut(text, "\n* ")
	return text
}

// notClaims are parts of a finding that hold numbers which claim nothing: how to repeat it, code, addresses, sources, shapes,
// powers of ten, checksums, other findings and the level of intervals.
var notClaims = regexp.MustCompile(`(?s)\n\* Repeat:.*?\n\* |` + "`[^`]*`" +
	`|\]\([^)]*\)|\[[a-z0-9, ]+\]|10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+|\d+×\d+|[0-9a-f]{12}…|\b95 %|!\[[^]]*\]|as in \d+(?: and \d+)?|those of \d+`)

var number = regexp.MustCompile(`\d+(?:,\d{3})*(?:\.\d+)?`)

// claims are the numbers that a finding claims.
func (f finding) claims() []string { return numbers(notClaims.ReplaceAllString(f.text, "\n* ")) }

func numbers(text string) []string {
	found := number.FindAllString(text, -1)
	for i := range found {
		found[i] = strings.ReplaceAll(found[i], ",", "")
	}
	return found
}

func findings(t *testing.T) (all []finding) {
	t.Helper()
	text, err := os.ReadFile(docs + "findings.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, section := range strings.Split(string(text), "\n## ")[1:] {
		head, rest, _ := strings.Cut(section, "\n")
		f := finding{i + 1, "\n" + rest}
		if !strings.HasPrefix(head, strconv.Itoa(f.number)+". ") {
			t.Fatalf("finding %d is headed %q", f.number, head)
		}
		all = append(all, f)
	}
	return all
}

// TestFindingsSayWhatTheyRestOn wants the same list of each finding, and a number of tests beside every probability.
func TestFindingsSayWhatTheyRestOn(t *testing.T) {
	for _, f := range findings(t) {
		for _, word := range []string{"Data", "Effect", "Tests", "Chosen after looking", "Repeat", "Refuted by"} {
			if f.bullet(word) == "" {
				t.Errorf("finding %d does not say: %s", f.number, word)
			}
		}
		if first, _, _ := strings.Cut(f.bullet("Tests"), " "); numbers(first) == nil {
			t.Errorf("finding %d does not begin its tests with how many there are: %q", f.number, first)
		}
		if !slices.ContainsFunc(archived, func(c archivedCommand) bool { return slices.Contains(c.findings, f.number) }) {
			t.Errorf("no command of lab archive is for finding %d", f.number)
		}
	}
}

// TestNumbersOfFindings finds each number of a finding, as far as it is rounded, in a table that lab archive makes for it, of
// which docs/findings holds those of the whole archive, or in elsewhere.tsv, which says where it is from.
func TestNumbersOfFindings(t *testing.T) {
	text, err := os.ReadFile(docs + "findings/elsewhere.tsv")
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := map[string]bool{} // finding and number, and whether the finding has it
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 3 || len(cells[1]) < 8 {
			t.Fatalf("no finding, source and numbers in %q", line)
		}
		for _, n := range strings.Fields(cells[2]) {
			elsewhere[cells[0]+" "+n] = false
		}
	}
	for _, f := range findings(t) {
		tables := tablesOf(t, f.number)
		for _, claim := range f.claims() {
			key := strconv.Itoa(f.number) + " " + claim
			if _, named := elsewhere[key]; named {
				elsewhere[key] = true
			} else if !rounded(claim, tables) {
				t.Errorf("finding %d says %s, which is in no table for it", f.number, claim)
			}
		}
	}
	for key, used := range elsewhere {
		if !used {
			t.Errorf("elsewhere.tsv has %q, which the finding does not say", key)
		}
	}
}

// tablesOf returns the numbers of the tables for a finding.
func tablesOf(t *testing.T, finding int) (all []string) {
	for _, c := range archived {
		if !slices.Contains(c.findings, finding) {
			continue
		}
		files, err := filepath.Glob(docs + "findings/" + c.name + ".*[a-z]")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, numbers(string(text))...)
		}
	}
	return all
}

// rounded reports whether a number is one of others, rounded; a whole one has to be there as it is.
func rounded(claim string, others []string) bool {
	_, decimals, fraction := strings.Cut(claim, ".")
	want, err := strconv.ParseFloat(claim, 64)
	most := 1e-9
	if fraction {
		most += 0.5 * math.Pow(10, -float64(len(decimals)))
	}
	return err == nil && slices.ContainsFunc(others, func(o string) bool {
		v, err := strconv.ParseFloat(o, 64)
		return err == nil && math.Abs(v-want) <= most
	})
}

func TestRounded(t *testing.T) {
	tables := numbers(`["0.8560", "12,000", "24.406 ± 0.019", "-0.05"]`)
	for claim, want := range map[string]bool{"0.856": true, "0.86": true, "0.85": false, "12000": true, "12": false, "24.41": true, "24": false} {
		if got := rounded(claim, tables); got != want {
			t.Errorf("%s: %v", claim, got)
		}
	}
}

package papers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSummarise counts failures, leaves out columns that are not figures of every puzzle, and compares the others.
func TestSummarise(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"C.txt":       "1234\nunknown\n4321\n2143\n",
		"convex.csv":  "name,puzzle,r_bipart,lp_off_solution\na,4:~x=1,,1\nb,4:~x=1~x=2,0.5,3\nc,4:~x=1,1,2\nd,4:,2,0\n",
		"guesses.csv": "name,puzzle,geometry,count,solution,guesses\na,4:~x=1,4,1,1234,10\nb,4:~x=1~x=2,4,1,1234,30\nc,4:~x=1,4,1,1234,20\nd,4:,4,1,1234,1\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := summarise(folder, []archivedStep{{"C.txt", ""}, {"convex.csv", ""}, {"guesses.csv", ""}}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "summary.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"C.txt\tnot solved\t1 of 4\t25.00 % (4.56–69.94)\n", "lp_off_solution\tmean\t1.5 (", "zero 1 of 4, 25.0 % (4.6–69.9)\n",
		"constraints\tmean\t1 (", "guesses\tSpearman with lp_off_solution\t1.000"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the summary lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "r_bipart") || strings.Contains(string(text), "count\t") {
		t.Errorf("what is no figure of every puzzle is in the summary:\n%s", text)
	}
}

package screen_test

import (
	"bytes"
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
)

// A cell is a plain number in the unit of its column: a table shows it to people, csv and tsv write it as it is.
func TestListingWritesNumbersForProgramsAndTextForPeople(t *testing.T) {
	for format, want := range map[string]string{
		"csv":      "solver,median_ns,rss_bytes,ratio\ndlx,10300,24432640,0.5\n",
		"tsv":      "solver\tmedian_ns\trss_bytes\tratio\ndlx\t10300\t24432640\t0.5\n",
		"table":    "SOLVER  MEDIAN  RSS       MEAN ± σ\ndlx     10.3µs  23.3 MiB  2.0 times slower\n",
		"markdown": "| solver | median | rss | mean ± σ |\n| --- | --- | --- | --- |\n| dlx | 10.3µs | 23.3 MiB | 2.0 times slower |\n",
	} {
		var out bytes.Buffer
		a := &screen.Streams{Stdout: &out, Output: format}
		l := a.ListingOf(screen.Column{Name: "solver"}, screen.Column{Name: "median_ns"}, screen.Column{Name: "rss_bytes"},
			screen.Column{Name: "ratio", For: screen.Programs}, screen.Column{Name: "mean ± σ", For: screen.People})
		l.Row(nil, "dlx", "10300", "24432640", "0.5", "2.0 times slower")
		if err := l.End(); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("%s:\n%swant\n%s", format, &out, want)
		}
	}
}

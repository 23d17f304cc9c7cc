package screen_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
)

func TestPlainText(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{{nil, ""}, {int64(-5), "-5"}, {0.5, "0.5"}, {math.NaN(), ""}, {"a b", "a b"}, {[]byte{10, 255}, "X'0AFF'"}, {[]byte{}, "X''"}} {
		var out bytes.Buffer
		columns := screen.Columns[any]{Cells: func(v any) []any { return []any{"value", v, "next", 1} }}
		if err := columns.Write(&screen.Streams{Stdout: &out, Output: "tsv"}, c.value); err != nil || out.String() != "value\tnext\n"+c.want+"\t1\n" {
			t.Errorf("%v: %q, %v, want %q", c.value, &out, err, c.want)
		}
	}
}

// A cell is a plain number in the unit of its column: a table shows it to people, csv and tsv write it as it is.
func TestListingWritesNumbersForProgramsAndTextForPeople(t *testing.T) {
	for format, want := range map[string]string{
		"csv":      "solver,median_ns,rss_bytes,ratio\ndlx,10300,24432640,0.5\n",
		"tsv":      "solver\tmedian_ns\trss_bytes\tratio\ndlx\t10300\t24432640\t0.5\n",
		"table":    "SOLVER  MEDIAN  RSS       MEAN ± σ\ndlx     10.3µs  23.3 MiB  2.0 times slower\n",
		"markdown": "| solver | median | rss | mean ± σ |\n| --- | --- | --- | --- |\n| dlx | 10.3µs | 23.3 MiB | 2.0 times slower |\n",
	} {
		var out bytes.Buffer
		columns := screen.Columns[string]{Cells: func(solver string) []any {
			return []any{"solver", solver, "median_ns", 10300, "rss_bytes", int64(24432640), screen.Programs("ratio"), 0.5,
				screen.People("mean ± σ"), "2.0 times slower"}
		}}
		if err := columns.Write(&screen.Streams{Stdout: &out, Output: format}, "dlx"); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("%s:\n%swant\n%s", format, &out, want)
		}
	}
}

package puzzles

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/work/library"
)

func TestCheckMetrics(t *testing.T) {
	two, three := []string{"se", "clues"}, []string{"se", "clues", "human"}
	for _, c := range []struct {
		svg, chart string
		metrics    []string
		ok         bool
	}{
		{"a.svg", "histogram", two[:1], true},
		{"a.svg", "histogram", three, true},
		{"a.svg", "scatter", two, true},
		{"", "histogram", two, false},
		{"a.svg", "scatter", two[:1], false},
		{"a.svg", "scatter", three, false},
		{"a.svg", "histogram", nil, false},
		{"a.svg", "cactus", two, false},
	} {
		if err := (&compareOptions{svg: c.svg, chart: library.ChartRequest{Kind: c.chart}, metrics: c.metrics}).checkMetrics(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestCheckPage refuses flags that a page cannot honour.
func TestCheckPage(t *testing.T) {
	for line, want := range map[string]string{
		"":                                    "",
		"--title x":                           "", // another check's
		"--html a.html":                       "",
		"--html dir.html/a.HTM":               "",
		"--html a.html --svg a.svg --title x": "",
		"--html a.svg":                        "ends in .html",
		"--html a.html.gz":                    "ends in .html",
		"--html a":                            "ends in .html",
		"--html=":                             "ends in .html",
		"--html a.html --metric se":           "leave one of them out",
		"--html a.html --title x":             "--title is for the chart",
		"--html a.html --chart box":           "--chart is for the chart",
		"--html a.html --x dlx":               "--x is for the chart",
	} {
		o := &compareOptions{}
		f := pflag.NewFlagSet("compare", pflag.ContinueOnError)
		f.StringVar(&o.html, "html", "", "")
		f.StringVar(&o.svg, "svg", "", "")
		f.StringVar(&o.chart.Kind, "chart", "cactus", "")
		f.StringVar(&o.chart.Title, "title", "", "")
		f.StringVar(&o.chart.X, "x", "", "")
		f.StringVar(&o.chart.Y, "y", "", "")
		f.StringSliceVar(&o.metrics, "metric", nil, "")
		if err := f.Parse(strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
		if err := o.checkPage(f); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

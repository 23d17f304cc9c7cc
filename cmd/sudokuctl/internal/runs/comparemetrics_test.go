package runs

import "testing"

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
		if err := (&compareOptions{svg: c.svg, chart: c.chart, metrics: c.metrics}).checkMetrics(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

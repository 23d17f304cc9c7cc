package screen

import (
	"strings"
	"testing"
)

func TestHistogramFillsItsRoom(t *testing.T) {
	var out strings.Builder
	s := &Streams{Stdout: &out, Colour: "never"}
	if err := s.Histogram(&out, []Bar{{"easy", 1}, {"medium", 1000}, {"hard", 0}, {"évil", 500}}); err != nil {
		t.Fatal(err)
	}
	want := "" +
		"  easy     1    0 %  ▏\n" +
		"medium  1000   67 %  " + strings.Repeat("█", 40) + "\n" +
		"  hard     0    0 %\n" +
		"  évil   500   33 %  " + strings.Repeat("█", 20) + "\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
}

func TestHistogramOfNothing(t *testing.T) {
	var out strings.Builder
	s := &Streams{Stdout: &out, Colour: "never"}
	if err := s.Histogram(&out, []Bar{{"24", 0}}); err != nil || out.String() != "24  0    0 %\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
	out.Reset()
	if err := s.Histogram(&out, nil); err != nil || out.String() != "" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

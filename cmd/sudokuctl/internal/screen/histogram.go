package screen

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// Bar is a line of a histogram.
type Bar struct {
	Name  string
	Count int
}

const (
	// widestBar is how long the longest bar is where there is room for it.
	widestBar = 40
	// barGap is between the columns of a histogram.
	barGap = 2
)

// eighths are blocks that fill one to seven eighths of a character.
var eighths = []rune(" ▏▎▍▌▋▊▉")

// Histogram draws bars to the right of their names, counts and shares. The longest fills what the terminal leaves it; the
// least that is not empty can be seen.
func (s *Streams) Histogram(w io.Writer, bars []Bar) error {
	total, most, names := 0, 0, 0
	for _, b := range bars {
		total, most, names = total+b.Count, max(most, b.Count), max(names, utf8.RuneCountInString(b.Name))
	}
	counts := len(fmt.Sprint(most))
	room := widestBar
	if width := s.Width(); width > 0 {
		room = max(1, min(room, width-names-counts-len("100 %")-3*barGap))
	}
	for _, b := range bars {
		share, blocks := 0.0, ""
		if b.Count > 0 {
			share = 100 * float64(b.Count) / float64(total)
			blocks = bar(float64(room) * float64(b.Count) / float64(most))
		}
		line := fmt.Sprintf("%*s%s  %*d  %3.0f %%  ", names-utf8.RuneCountInString(b.Name), "", b.Name, counts, b.Count, share)
		if blocks == "" {
			line = strings.TrimRight(line, " ")
		} else {
			line += paint(s, styleFound, blocks)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// bar is a bar of some characters' length.
func bar(length float64) string {
	parts := max(1, int(math.Round(8*length)))
	text := strings.Repeat("█", parts/8)
	if parts%8 > 0 {
		text += string(eighths[parts%8])
	}
	return text
}

package papers

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

// summarise writes summary.tsv, what the answers of steps to the same puzzles come to: how many are not solved, the means
// of what is measured, and how it correlates with guesses and the number of constraints, each with a 95 % interval.
func summarise(folder string, steps []archivedStep) error {
	var text strings.Builder
	var measured []series
	for _, step := range steps {
		out, err := os.ReadFile(filepath.Join(folder, step.file))
		if err != nil {
			return fmt.Errorf("reading answers: %w", err)
		}
		if filepath.Ext(step.file) == ".csv" {
			more, err := readSeries(out)
			if err != nil {
				return fmt.Errorf("reading answers %q: %w", step.file, err)
			}
			measured = append(measured, more...)
			continue
		}
		all, failed := bytes.Count(out, []byte("\n")), bytes.Count(out, []byte("unknown\n"))
		line := func(what string, n int) {
			share := stats.ShareOf(int64(n), int64(all))
			fmt.Fprintf(&text, "%s\t%s\t%d of %d\t%.2f %% (%.2f–%.2f)\n", step.file, what, n, all, 100*share.Value, 100*share.Low, 100*share.High)
		}
		line("solved", all-failed)
		line("not solved", failed)
	}
	for _, m := range measured {
		mean, half := stats.MeanInterval(m.values)
		share := stats.ShareOf(m.zeros(), int64(len(m.values)))
		fmt.Fprintf(&text, "%s\tmean\t%.4g (%.4g–%.4g)\tleast %.4g, greatest %.4g\tzero %d of %d, %s\n", m.name, mean, mean-half, mean+half,
			slices.Min(m.values), slices.Max(m.values), share.Hits, share.Trials, share)
	}
	for i, a := range measured {
		for _, b := range measured[:i] {
			fmt.Fprintf(&text, "%s\tSpearman with %s\t%s\n", a.name, b.name, stats.Correlated(a.values, b.values))
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "summary.tsv"), []byte(text.String()), 0o644); err != nil {
		return fmt.Errorf("writing a summary: %w", err)
	}
	return nil
}

// series is a figure of each puzzle.
type series struct {
	name   string
	values []float64
}

func (s series) zeros() (n int64) {
	for _, v := range s.values {
		if v == 0 {
			n++
		}
	}
	return n
}

// readSeries reads the columns of a table that are figures of all puzzles, and counts the constraints of a table of guesses.
func readSeries(table []byte) ([]series, error) {
	rows, err := csv.NewReader(bytes.NewReader(table)).ReadAll()
	if err != nil {
		return nil, err
	}
	var all []series
	for column, name := range rows[0] {
		s := series{name: name}
		for _, row := range rows[1:] {
			if v, err := strconv.ParseFloat(row[column], 64); err == nil {
				s.values = append(s.values, v)
			}
		}
		switch name {
		case "puzzle":
			s.name, s.values = "constraints", nil
			for _, row := range rows[1:] {
				s.values = append(s.values, float64(strings.Count(row[column], "~")))
			}
		case "geometry", "count", "solution":
			continue
		}
		guessed := slices.Contains(rows[0], "guesses")
		if len(s.values) == len(rows)-1 && (name != "puzzle" || guessed) {
			all = append(all, s)
		}
	}
	return all, nil
}

package main

import (
	"context"
	"strconv"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/library"
	"github.com/sudokuctl/sudokuctl/store"
)

// levelRecord is one line of "levels -o jsonl". Its keys are stable.
type levelRecord struct {
	ID          int64              `json:"id"`
	Puzzle      string             `json:"puzzle"`
	Metric      string             `json:"metric"`
	Value       float64            `json:"value"`
	Level       string             `json:"level"`
	Memberships map[string]float64 `json:"memberships"`
	MajiLevel   *float64           `json:"maji_level"`
	BandMetric  string             `json:"band_metric"`
	BandValue   *float64           `json:"band_value"`
	Band        string             `json:"band"`
}

// list writes a record for each puzzle that has the metric.
func (o *levelsOptions) list(ctx context.Context, s *store.Store, d *division) error {
	columns := append([]string{"id", "puzzle", d.metric.Name, "level"}, levelNames...)
	l, err := o.app.Listing(append(columns, "maji_level", o.app.Config.Levels.Metric, "band")...)
	if err != nil {
		return err
	}
	for listed, err := range s.List(ctx, o.filter()) {
		if err != nil {
			return err
		}
		r := library.NewListRecord(listed)
		if _, ok := r.Grades[d.metric.Name]; !ok {
			continue
		}
		record := o.record(d, r)
		if err := l.Row(record, record.cells()...); err != nil {
			return err
		}
	}
	return l.End()
}

func (o *levelsOptions) record(d *division, r *library.ListRecord) *levelRecord {
	v := r.Grades[d.metric.Name]
	bands := o.app.Config.Levels.Metric
	record := &levelRecord{ID: r.ID, Puzzle: r.Puzzle, Metric: d.metric.Name, Value: v,
		Level: levelNames[d.level(v)], Memberships: map[string]float64{}, MajiLevel: gradeOf(r.Grades, majiLevel),
		BandMetric: bands,
		BandValue:  gradeOf(r.Grades, bands)}
	if record.BandValue != nil {
		record.Band = o.app.Config.Band(*record.BandValue)
	}
	for i, degree := range d.memberships(v) {
		record.Memberships[levelNames[i]] = degree
	}
	return record
}

// gradeOf returns a grade, nil where there is none.
func gradeOf(grades map[string]float64, metric string) *float64 {
	if v, ok := grades[metric]; ok {
		return &v
	}
	return nil
}

func (r *levelRecord) cells() []string {
	cells := []string{strconv.FormatInt(r.ID, 10), r.Puzzle, shortNumber(r.Value), r.Level}
	for _, name := range levelNames {
		cells = append(cells, strconv.FormatFloat(r.Memberships[name], 'f', 3, 64))
	}
	for _, v := range []*float64{r.MajiLevel, r.BandValue} {
		text := ""
		if v != nil {
			text = shortNumber(*v)
		}
		cells = append(cells, text)
	}
	return append(cells, r.Band)
}

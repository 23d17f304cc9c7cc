package work

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// PluginRecord is what a plugin declares. Its keys are stable.
type PluginRecord struct {
	ID            string          `json:"id"`
	Name          string          `json:"name"`
	Version       string          `json:"version"`
	Summary       string          `json:"summary"`
	Licence       string          `json:"licence"`
	Homepage      string          `json:"homepage"`
	Reference     string          `json:"reference"`
	Origin        string          `json:"origin"`
	Path          string          `json:"path"`
	SHA256        string          `json:"sha256"`   // what sha256sum prints of the program, "" if it has several files
	Checksum      string          `json:"checksum"` // tells programs of one version apart
	Powers        []sudoku.Power  `json:"powers"`
	Tags          []string        `json:"tags"` // by which it can be chosen
	Complete      bool            `json:"complete"`
	Deterministic bool            `json:"deterministic"`
	SoftClues     bool            `json:"soft_clues"`
	Clauses       []string        `json:"clauses"` // kinds that it takes
	Fast          bool            `json:"fast"`
	Shapes        []string        `json:"shapes"` // none: every geometry
	Metrics       []MetricRecord  `json:"metrics"`
	Aims          []AimRecord     `json:"aims"`
	Settings      []SettingRecord `json:"settings"`
}

// MetricRecord is a metric that a plugin declares. Its keys are stable.
type MetricRecord struct {
	Name           string   `json:"name"`
	Unit           string   `json:"unit"`
	Min            *float64 `json:"minimum"` // null: no limit
	Max            *float64 `json:"maximum"`
	HigherIsHarder bool     `json:"higher_is_harder"`
	Source         string   `json:"source"`
	Summary        string   `json:"summary"`
	Labels         []string `json:"labels"`
}

// AimRecord is a metric of which a generator takes a range. Its keys are stable.
type AimRecord struct {
	Metric string `json:"metric"`
	Exact  bool   `json:"exact"`
}

// SettingRecord is a setting that a plugin declares, and its value. Its keys are stable.
type SettingRecord struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Default any      `json:"default"`
	Value   any      `json:"value"`
	Enum    []string `json:"enum"`
	Min     *float64 `json:"minimum"`
	Max     *float64 `json:"maximum"`
	Summary string   `json:"summary"`
}

// NewPluginRecord returns the record of an open plugin.
func NewPluginRecord(p job.Plugin) (*PluginRecord, error) {
	info := p.Info()
	sum, err := p.Sum()
	if err != nil {
		return nil, err
	}
	file, err := p.FileSum()
	if err != nil {
		return nil, err
	}
	r := &PluginRecord{ID: p.ID(), Name: info.Name, Version: info.Version, Summary: info.Summary, Licence: info.Licence,
		Homepage: info.Homepage, Reference: info.Reference, Origin: string(p.Candidate().Origin),
		Path: p.Candidate().Path, SHA256: file, Checksum: sum,
		Powers: list(info.Powers), Tags: TagsOf(p), Complete: info.Complete, Deterministic: info.Deterministic,
		SoftClues: info.SoftClues, Clauses: list(info.Clauses),
		Fast: info.Fast, Shapes: list(info.Shapes), Metrics: []MetricRecord{}, Aims: []AimRecord{}, Settings: []SettingRecord{}}
	for _, m := range info.Metrics {
		r.Metrics = append(r.Metrics, MetricRecord{Name: m.Name, Unit: m.Unit, Min: finite(m.Min), Max: finite(m.Max),
			HigherIsHarder: m.HigherIsHarder, Source: m.Source, Summary: m.Summary, Labels: list(m.Labels)})
	}
	for _, a := range info.Aims {
		r.Aims = append(r.Aims, AimRecord{a.Metric, a.Exact})
	}
	var values sudoku.Settings
	if err := json.Unmarshal([]byte(p.Settings()), &values); err != nil {
		return nil, fmt.Errorf("reading settings of plugin %q: %w", p.ID(), err)
	}
	for _, s := range info.Settings {
		setting := SettingRecord{Name: s.Name, Type: s.Type(), Default: s.Default, Value: values[s.Name],
			Enum: list(s.Enum), Summary: s.Summary}
		if s.Min < s.Max {
			setting.Min, setting.Max = finite(s.Min), finite(s.Max)
		}
		r.Settings = append(r.Settings, setting)
	}
	return r, nil
}

// list returns a list that JSON writes as one, even if it is empty.
func list[T ~string](texts []T) []T {
	if texts == nil {
		return []T{}
	}
	return texts
}

// finite returns a number that JSON can hold, nil for no limit.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}

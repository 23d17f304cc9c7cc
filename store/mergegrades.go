package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
)

// wordingKey names a wording of the other library as an algorithm uses it: labels are written by slot, and slots differ
// between libraries.
type wordingKey struct{ algorithm, wording int64 }

// grades takes over the grades that this library does not have. The newest of each puzzle and algorithm is current.
func (p *mergedPart) grades() error {
	if !p.news {
		return nil
	}
	slots, err := p.slotsHere()
	if err != nil {
		return err
	}
	insert := p.b.Inserter("grade (algorithm_id, chunk_id, superseded, "+row.GradeColumns+")", "")
	counts, digests := map[int64]int64{}, map[int64]int64{}
	var algorithm, own, plugin, chunk, isOld, superseded int64
	var wording sql.NullInt64
	var raw [row.ValueSlots]any
	var more sql.NullString
	var known []int64
	into := []any{&algorithm, &own, &plugin, &chunk, &isOld, &wording, &more}
	for i := range raw {
		into = append(into, &raw[i])
	}
	err = p.each(`SELECT x.puzzle_id, x.algorithm_id, pl.algorithm, pl.here, k.here, x.superseded, x.wording_id, x.more, `+row.ValueColumns+`
		FROM other.algorithm al CROSS JOIN other.grade x LEFT JOIN temp.merged_chunk k ON k.id = x.chunk_id
		LEFT JOIN temp.merged_plugin pl ON pl.id = x.plugin_id LEFT JOIN temp.merged_puzzle m ON m.id = x.puzzle_id
		WHERE x.algorithm_id = al.id AND k.equal IS NOT 1 AND NOT EXISTS (SELECT 1 FROM grade g
			WHERE g.algorithm_id = pl.algorithm AND g.puzzle_id = m.here AND g.plugin_id = pl.here)`, func(n *incoming) error {
		grades, err := p.decode(algorithm, raw[:], more)
		if err != nil {
			return fmt.Errorf("grade of puzzle %d: %w", n.ID, err)
		}
		columns := [6 + row.ValueSlots + 1]any{own, chunk, isOld, plugin, n.ID}
		if columns[5], err = p.wordingOf(algorithm, wording, slots[algorithm]); err != nil {
			return err
		}
		slots[algorithm].Values(grades, columns[6:])
		counts[chunk]++
		p.sum.Grades++
		digests[chunk] ^= row.Digest(columns[3:]...)
		if isOld != 0 {
			superseded ^= row.Digest(own, n.ID, plugin, 1)
		}
		if n.Known {
			known = append(known, n.ID)
		}
		return insert.Add(columns[:]...)
	}, into...)
	if err == nil {
		err = insert.Flush()
	}
	if err == nil {
		err = p.b.JoinDigest("grade", superseded)
	}
	if err == nil && len(known) > 0 {
		_, err = p.b.Exec(supersedeOlder, file.Numbers(known))
	}
	if err != nil {
		return err
	}
	return p.count(counts, digests)
}

// supersedeOlder marks all current grades of puzzles but the newest of each algorithm as superseded. Of two of one moment the one
// of the first plugin stays.
const supersedeOlder = `UPDATE grade SET superseded = 1 WHERE algorithm_id IN (SELECT id FROM algorithm) AND superseded = 0
	AND puzzle_id ` + file.InNumbers + ` AND EXISTS (SELECT 1 FROM grade o JOIN chunk c ON c.id = o.chunk_id
		WHERE o.algorithm_id = grade.algorithm_id AND o.puzzle_id = grade.puzzle_id AND o.plugin_id <> grade.plugin_id AND o.superseded = 0
		AND (c.saved_at, -o.plugin_id) > ((SELECT saved_at FROM chunk WHERE id = grade.chunk_id), -grade.plugin_id))`

// slotsHere returns where this library keeps each metric, by algorithm of the other one.
func (p *mergedPart) slotsHere() (map[int64]metricSlots, error) {
	here := map[int64]metricSlots{}
	var theirs int64
	var name string
	err := p.b.Query("SELECT id, name FROM other.algorithm").Each(func() error {
		id, err := p.b.Algorithm(plain.Line(name))
		if err == nil {
			here[theirs], err = p.b.Slots(id)
		}
		return err
	}, &theirs, &name)
	return here, err
}

// decode reads the values of a grade of the other library.
func (p *mergedPart) decode(algorithm int64, raw []any, more sql.NullString) (grades []sudoku.Grade, err error) {
	var rest []float64
	if more.Valid {
		if rest, err = row.ParseNumbers(more.String); err != nil {
			return nil, err
		}
	}
	for _, m := range p.metrics[algorithm] {
		if k := int(m.slot) - row.ValueSlots; k < 0 {
			if v, known := row.Value(raw[m.slot], m.divisor); known {
				grades = append(grades, sudoku.Grade{Metric: m.name, Value: v})
			}
		} else if k < len(rest) && !math.IsNaN(rest[k]) {
			grades = append(grades, sudoku.Grade{Metric: m.name, Value: rest[k]})
		}
	}
	return grades, nil
}

// wordingOf returns the number of the same words here.
func (p *mergedPart) wordingOf(algorithm int64, theirs sql.NullInt64, here metricSlots) (any, error) {
	if !theirs.Valid {
		return nil, nil
	}
	k := wordingKey{algorithm, theirs.Int64}
	if id, ok := p.wordings[k]; ok {
		return id, nil
	}
	var text string
	if err := p.b.QueryRow("SELECT text FROM other.wording WHERE id = ?", theirs.Int64).Scan(&text); err != nil {
		return nil, fmt.Errorf("reading labels %d: %w", theirs.Int64, err)
	}
	var words map[string]string
	if err := json.Unmarshal([]byte(text), &words); err != nil {
		return nil, fmt.Errorf("reading labels %d: %w", theirs.Int64, err)
	}
	var grades []sudoku.Grade
	var failure error
	if reason, ok := words["error"]; ok {
		failure = fmt.Errorf("%s", reason)
	}
	for _, m := range p.metrics[algorithm] {
		if label := words[strconv.FormatInt(m.slot, 10)]; label != "" {
			grades = append(grades, sudoku.Grade{Metric: m.name, Label: label})
		}
	}
	text, err := here.Wording(grades, failure)
	if err != nil || text == "" {
		return nil, err
	}
	id, err := p.b.AddWording(text)
	p.wordings[k] = id
	return id, err
}

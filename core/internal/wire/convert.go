package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// puzzleToPB returns a batch of one puzzle for a plugin; its geometry is left out if it is known.
func puzzleToPB(p *sudoku.Puzzle, known *sudoku.Geometry) (*pb.Batch, error) {
	var b Batch
	if err := b.fill(0, []*sudoku.Puzzle{p}); err != nil {
		return nil, err
	}
	if known != p.Geometry() {
		b.frame = frameOf(p.Geometry())
	}
	return b.pb(), nil
}

// madeToPB returns a batch of one puzzle for a host, which compiles its constraints.
func madeToPB(p *sudoku.Puzzle, known *sudoku.Geometry) *pb.Batch {
	b := Batch{Givens: p.Givens()}
	if known != p.Geometry() {
		b.frame = frameOf(p.Geometry())
	}
	b.addSoft(0, p.Soft())
	if p.Constraints() != nil {
		b.sets, b.clauses = []*pb.ClauseSet{{Constraints: p.ConstraintTexts()}}, []uint32{1}
	}
	return b.pb()
}

// puzzlesFromPB returns the puzzles of a batch; known is the geometry if the batch has none, accept makes options of
// clauses.
func puzzlesFromPB(m *pb.Batch, known *sudoku.Geometry, accept acceptSet) ([]*sudoku.Puzzle, error) {
	b := batchFromPB(m)
	if err := b.accept(known, accept); err != nil {
		return nil, err
	}
	puzzles := make([]*sudoku.Puzzle, b.Len())
	for i := range puzzles {
		puzzles[i] = b.Puzzle(i, new(sudoku.Slot))
	}
	return puzzles, nil
}

// puzzleFromPB returns the only puzzle of a batch.
func puzzleFromPB(m *pb.Batch) (*sudoku.Puzzle, error) {
	puzzles, err := puzzlesFromPB(m, nil, received)
	if err == nil && len(puzzles) != 1 {
		err = fmt.Errorf("a batch of %d puzzles instead of one", len(puzzles))
	}
	if err != nil {
		return nil, err
	}
	return puzzles[0], nil
}

// stepToPB converts a step, with texts that are UTF-8 and not too long.
func stepToPB(s sudoku.Step) *pb.Step {
	m := &pb.Step{Technique: Text(s.Technique), Rating: s.Rating, Order: s.Order, Why: texts(s.Why), Text: Text(s.Text)}
	m.Place, m.Strike = candidatesToPB(s.Place), candidatesToPB(s.Strike)
	m.Cells = numbers[uint32](s.Cells)
	for _, l := range s.Links {
		m.Links = append(m.Links, &pb.Link{Kind: pb.LinkKind(l.Kind), From: candidatesToPB(l.From), To: candidatesToPB(l.To)})
	}
	for _, set := range s.Sets {
		m.Sets = append(m.Sets, &pb.CellSet{Cells: numbers[uint32](set)})
	}
	m.Constraints = numbers[uint32](s.Constraints)
	return m
}

// stepFromPB converts a step. The host checks it later.
func stepFromPB(m *pb.Step) sudoku.Step {
	s := sudoku.Step{Technique: m.GetTechnique(), Rating: m.GetRating(), Order: m.GetOrder(), Why: m.GetWhy(),
		Text: m.GetText()}
	s.Place, s.Strike = candidatesFromPB(m.GetPlace()), candidatesFromPB(m.GetStrike())
	s.Cells = numbers[int](m.GetCells())
	for _, l := range m.GetLinks() {
		kind := sudoku.LinkKind(min(uint32(l.GetKind()), math.MaxUint8)) // a negative one becomes a large one
		s.Links = append(s.Links, sudoku.Link{Kind: kind, From: candidatesFromPB(l.GetFrom()),
			To: candidatesFromPB(l.GetTo())})
	}
	for _, set := range m.GetSets() {
		s.Sets = append(s.Sets, numbers[int](set.GetCells()))
	}
	s.Constraints = numbers[int](m.GetConstraints())
	return s
}

// numbers makes numbers of one type those of another: cells, sets of digits.
func numbers[To, From ~int | ~int32 | ~uint32 | ~uint64](from []From) (to []To) {
	for _, n := range from {
		to = append(to, To(n))
	}
	return to
}

// stateToPB converts a state of play: the puzzle, its values and its candidates.
func stateToPB(s *sudoku.State) (*pb.ListStepsRequest, error) {
	p, err := puzzleToPB(s.Puzzle, nil)
	if err != nil {
		return nil, err
	}
	return &pb.ListStepsRequest{Puzzle: p, Values: s.Values, Candidates: numbers[uint64](s.Candidates)}, nil
}

// stateFromPB converts a state of play.
func stateFromPB(m *pb.ListStepsRequest) (*sudoku.State, error) {
	p, err := puzzleFromPB(m.GetPuzzle())
	if err != nil {
		return nil, err
	}
	s := &sudoku.State{Puzzle: p, Values: m.GetValues(), Candidates: numbers[sudoku.Digits](m.GetCandidates())}
	return s, s.Check()
}

// candidatesToPB converts candidates.
func candidatesToPB(candidates []sudoku.Candidate) (m []*pb.Candidate) {
	for _, c := range candidates {
		m = append(m, &pb.Candidate{Cell: uint32(c.Cell), Digit: uint32(c.Digit)})
	}
	return m
}

// candidatesFromPB converts candidates. The host checks them later.
func candidatesFromPB(m []*pb.Candidate) (candidates []sudoku.Candidate) {
	for _, c := range m {
		candidates = append(candidates, sudoku.Candidate{Cell: int(c.GetCell()), Digit: int(c.GetDigit())})
	}
	return candidates
}

// orderToPB converts an order for puzzles.
func orderToPB(o sudoku.Order) (m *pb.GenerateRequest, err error) {
	m = &pb.GenerateRequest{
		Geometry: frameOf(o.Geometry), Count: uint64(o.Count), CluesMin: uint32(o.CluesMin), CluesMax: uint32(o.CluesMax),
		Symmetry: o.Symmetry, Minimal: o.Minimal, AllowMultiple: o.AllowMultiple, Seed: o.Seed,
		Metric: o.Metric, MetricMin: o.MetricMin, MetricMax: o.MetricMax,
	}
	for _, given := range o.Pattern {
		cell := byte(0)
		if given {
			cell = 1
		}
		m.Pattern = append(m.Pattern, cell)
	}
	if o.HasDifficulty {
		m.Difficulty = &o.Difficulty
	}
	for _, wanted := range o.Constraints {
		m.Constraints = append(m.Constraints, wanted.String())
	}
	if o.Near != nil {
		m.Near, err = puzzleToPB(o.Near, o.Geometry)
	}
	return m, err
}

// orderFromPB converts an order, and refuses a geometry that cannot be.
func orderFromPB(m *pb.GenerateRequest) (sudoku.Order, error) {
	g, err := geometryOf(m.GetGeometry())
	if err != nil {
		return sudoku.Order{}, err
	}
	o := sudoku.Order{
		Geometry: g, Count: int(m.GetCount()), CluesMin: int(m.GetCluesMin()), CluesMax: int(m.GetCluesMax()),
		Symmetry: m.GetSymmetry(), Minimal: m.GetMinimal(), AllowMultiple: m.GetAllowMultiple(), Seed: m.GetSeed(),
		Metric: m.GetMetric(), MetricMin: m.GetMetricMin(), MetricMax: m.GetMetricMax(),
		Difficulty: m.GetDifficulty(), HasDifficulty: m.Difficulty != nil,
	}
	if n := len(m.GetPattern()); n != 0 && n != g.Cells() {
		return o, fmt.Errorf("a pattern of %d cells for %d", n, g.Cells())
	}
	for _, given := range m.GetPattern() {
		o.Pattern = append(o.Pattern, given != 0)
	}
	for _, text := range m.GetConstraints() {
		wanted, err := constraint.ParseWanted(text)
		if err != nil {
			return o, err
		}
		o.Constraints = append(o.Constraints, wanted)
	}
	if m.GetNear() != nil {
		if o.Near, err = nearFromPB(m.GetNear(), g); err != nil {
			return o, err
		}
	}
	return o, nil
}

// nearFromPB returns the puzzle whose neighbours are ordered, nil without one.
func nearFromPB(m *pb.Batch, g *sudoku.Geometry) (*sudoku.Puzzle, error) {
	puzzles, err := puzzlesFromPB(m, g, received)
	switch {
	case err != nil:
		return nil, fmt.Errorf("neighbours of a puzzle: %w", err)
	case len(puzzles) != 1 || puzzles[0].Geometry() != g:
		return nil, errors.New("neighbours of a puzzle: want one puzzle of the ordered geometry")
	}
	return puzzles[0], nil
}

// infoToPB converts the declaration of an algorithm; its settings become a JSON Schema.
func infoToPB(i sudoku.Info) (*pb.DescribeResponse, error) {
	schema, err := SettingsSchema(i.Settings)
	if err != nil {
		return nil, err
	}
	m := &pb.DescribeResponse{
		Id: i.ID, Name: Text(i.Name), Version: Text(i.Version), Summary: Text(i.Summary), Licence: Text(i.Licence),
		Homepage:  Text(i.Homepage),
		Reference: Text(i.Reference), Complete: i.Complete, Deterministic: i.Deterministic, SoftClues: i.SoftClues,
		Shapes: i.Shapes, SettingsSchema: schema, Powers: converted[string](i.Powers), Clauses: i.Clauses,
		Fast: i.Fast, Neighbours: i.Neighbours,
	}
	for _, a := range i.Aims {
		m.Aims = append(m.Aims, &pb.Aim{Metric: a.Metric, Exact: a.Exact})
	}
	for _, v := range i.Metrics {
		metric := &pb.Metric{Name: Text(v.Name), Unit: Text(v.Unit), Min: v.Min, Max: v.Max, HigherIsHarder: v.HigherIsHarder,
			Source: Text(v.Source), Summary: Text(v.Summary), Labels: texts(v.Labels), Ceiling: v.Ceiling, Bound: v.Bound}
		if v.Alone != nil {
			text, err := json.Marshal(v.Alone)
			if err != nil {
				return nil, fmt.Errorf("metric %q: settings for it alone: %w", v.Name, err)
			}
			metric.AloneJson = string(text)
		}
		m.Metrics = append(m.Metrics, metric)
	}
	return m, nil
}

// infoFromPB converts the declaration of a plugin. The host checks it later.
func infoFromPB(m *pb.DescribeResponse) (sudoku.Info, error) {
	settings, err := ParseSettingsSchema(m.GetSettingsSchema())
	i := sudoku.Info{
		ID: m.GetId(), Name: m.GetName(), Version: m.GetVersion(), Summary: m.GetSummary(), Licence: m.GetLicence(),
		Homepage: m.GetHomepage(), Reference: m.GetReference(), Complete: m.GetComplete(),
		Deterministic: m.GetDeterministic(), SoftClues: m.GetSoftClues(), Shapes: m.GetShapes(),
		Settings: settings, Powers: converted[sudoku.Power](m.GetPowers()), Clauses: m.GetClauses(),
		Fast: m.GetFast(), Neighbours: m.GetNeighbours(),
	}
	for _, a := range m.GetAims() {
		i.Aims = append(i.Aims, sudoku.Aim{Metric: a.GetMetric(), Exact: a.GetExact()})
	}
	for _, v := range m.GetMetrics() {
		metric := sudoku.Metric{Name: v.GetName(), Unit: v.GetUnit(), Min: v.GetMin(), Max: v.GetMax(),
			HigherIsHarder: v.GetHigherIsHarder(), Source: v.GetSource(), Summary: v.GetSummary(),
			Labels: v.GetLabels(), Ceiling: v.GetCeiling(), Bound: v.GetBound()}
		if text := v.GetAloneJson(); text != "" && err == nil {
			if bad := json.Unmarshal([]byte(text), &metric.Alone); bad != nil {
				err = fmt.Errorf("metric %q: settings for it alone: %w", metric.Name, bad)
			}
		}
		i.Metrics = append(i.Metrics, metric)
	}
	return i, err
}

// converted makes strings of one type those of another.
func converted[To, From ~string](from []From) []To {
	to := make([]To, len(from))
	for i, text := range from {
		to[i] = To(text)
	}
	return to
}

// frameOf returns a geometry as it travels: its text and its houses in columns.
func frameOf(g *sudoku.Geometry) *pb.Geometry {
	m := &pb.Geometry{Text: g.String(), Digits: uint32(g.N()), Cells: uint32(g.Cells())}
	for _, h := range g.Houses() {
		m.HouseKinds = append(m.HouseKinds, byte(h.Kind))
		m.HouseSizes = append(m.HouseSizes, uint32(len(h.Cells)))
		m.HouseCells = append(m.HouseCells, numbers[uint32](h.Cells)...)
	}
	return m
}

// maxCells bounds what a message may ask for: a cube of 25 digits has 15,625 cells.
const maxCells = 1 << 16

// geometryOf returns the geometry that the text names if that has the houses, else one made of the houses alone.
func geometryOf(m *pb.Geometry) (*sudoku.Geometry, error) {
	if m.GetDigits() > sudoku.MaxSize || m.GetCells() > maxCells {
		return nil, fmt.Errorf("geometry %q: %d digits in %d cells are too many", m.GetText(), m.GetDigits(), m.GetCells())
	}
	houses, err := housesOf(m)
	if err != nil {
		return nil, fmt.Errorf("geometry %q: %w", m.GetText(), err)
	}
	if g, err := sudoku.ParseGeometry(m.GetText()); err == nil && g.N() == int(m.GetDigits()) &&
		g.Cells() == int(m.GetCells()) && slices.EqualFunc(g.Houses(), houses, sameHouse) {
		return g, nil
	}
	return sudoku.FromHouses(m.GetText(), int(m.GetDigits()), int(m.GetCells()), houses)
}

// sameHouse reports whether two houses have the same kind, number and cells.
func sameHouse(a, b sudoku.House) bool {
	return a.Kind == b.Kind && a.Index == b.Index && slices.Equal(a.Cells, b.Cells)
}

// housesOf returns the houses of a geometry whose name this side does not know.
func housesOf(m *pb.Geometry) ([]sudoku.House, error) {
	kinds, sizes, rest := m.GetHouseKinds(), m.GetHouseSizes(), m.GetHouseCells()
	if len(kinds) != len(sizes) {
		return nil, fmt.Errorf("%d kinds for %d houses", len(kinds), len(sizes))
	}
	var index [256]int
	houses := make([]sudoku.House, len(sizes))
	for i, size := range sizes {
		if int(size) > len(rest) {
			return nil, fmt.Errorf("house %d of %d cells goes beyond the %d cells sent", i, size, len(m.GetHouseCells()))
		}
		index[kinds[i]]++
		houses[i] = sudoku.House{Kind: sudoku.HouseKind(kinds[i]), Index: index[kinds[i]], Cells: numbers[int](rest[:size])}
		rest = rest[size:]
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%d cells belong to no house", len(rest))
	}
	return houses, nil
}

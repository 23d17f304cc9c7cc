package wire

import (
	"encoding/hex"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// everyKind has clauses of every kind, and alternatives within alternatives.
const everyKind = "9:~cage=3.15:r1c12~sum=-2:r1c3-r2c34~thermo:r3c345~quad=3.5:r5c56r6c56~sandwich=3:r9~odd:r4c4" +
	"~or~even:r7c1~or~cage:r1c1r9c9~x:r1c12~end~end"

func parsed(t testing.TB, text string) *sudoku.Puzzle {
	t.Helper()
	p, err := sudoku.ParsePuzzle(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// travelled returns puzzles as a plugin gets them.
func travelled(t *testing.T, puzzles ...*sudoku.Puzzle) []*sudoku.Puzzle {
	t.Helper()
	var sent Batch
	if err := sent.fill(0, puzzles); err != nil {
		t.Fatal(err)
	}
	var r Request
	if err := decode(encode(t, &Request{Batch: &sent}), &r); err != nil {
		t.Fatal(err)
	}
	if err := r.Batch.accept(puzzles[0].Geometry(), received); err != nil {
		t.Fatal(err)
	}
	got := make([]*sudoku.Puzzle, len(puzzles))
	for i := range got {
		got[i] = r.Batch.Puzzle(i, new(sudoku.Slot))
	}
	return got
}

func TestClausesTravel(t *testing.T) {
	plain, all := parsed(t, "9:"+strings.Repeat(".", 81)), parsed(t, everyKind)
	if len(all.Kinds().Names()) != 7 {
		t.Fatal(all.Kinds().Names())
	}
	got := travelled(t, plain, all, all.WithGivens(append(make(sudoku.Grid, 80), 5)), plain, parsed(t, "9:~thermo:r1c123"))
	for _, i := range []int{0, 3} {
		if !got[i].Plain() {
			t.Errorf("puzzle %d: %v", i, got[i])
		}
	}
	notIn := slices.DeleteFunc(slices.Clone(all.Clauses()), func(c clause.Clause) bool { return c.Kind == clause.In })
	for _, i := range []int{1, 2} {
		if !reflect.DeepEqual(got[i].Clauses(), notIn) || !reflect.DeepEqual(got[i].Constraints(), all.Constraints()) {
			t.Errorf("puzzle %d: %+v", i, got[i].Clauses())
		}
		if soft := got[i].Soft(); len(soft) != 1 || soft[0].Cell != 30 || soft[0].Allowed != sudoku.DigitSet(1, 3, 5, 7, 9) {
			t.Errorf("puzzle %d: %+v", i, soft)
		}
	}
	if &got[1].Clauses()[0] != &got[2].Clauses()[0] || got[2].Givens()[80] != 5 {
		t.Error("puzzles with the same clauses share no set")
	}
	if texts := got[4].ConstraintTexts(); !slices.Equal(texts, []string{"thermo:r1c123"}) {
		t.Error(texts)
	}
}

// TestPlainPuzzlesTravelAsBefore compares bytes with those of version 1 without clauses.
func TestPlainPuzzlesTravelAsBefore(t *testing.T) {
	var b Batch
	p := parsed(t, "4:1{23}.............4")
	if err := b.fill(7, []*sudoku.Puzzle{p, p.WithGivens(make(sudoku.Grid, 16))}); err != nil {
		t.Fatal(err)
	}
	const want = "123210071a20" + "01000000000000000000000000000004" + "00000000000000000000000000000000" +
		"22041001180622060801100118" + "06"
	if got := hex.EncodeToString(encode(t, &Request{Batch: &b})); got != want {
		t.Errorf("%s; want %s", got, want)
	}
}

// TestClausesAndTheStockCodec has stock code read a request with clauses, and this codec what stock code writes.
func TestClausesAndTheStockCodec(t *testing.T) {
	all := parsed(t, everyKind)
	var sent Batch
	if err := sent.fill(3, []*sudoku.Puzzle{all}); err != nil {
		t.Fatal(err)
	}
	var m pb.SolveRequest
	if err := proto.Unmarshal(encode(t, &Request{Batch: &sent}), &m); err != nil {
		t.Fatal(err)
	}
	set := m.GetBatch().GetClauseSets()[0]
	if !slices.Equal(m.GetBatch().GetClausesOf(), []uint32{1}) || !slices.Equal(set.GetConstraints(), all.ConstraintTexts()) ||
		!proto.Equal(set, clauseSet(all)) {
		t.Error(set)
	}
	text, err := proto.Marshal(&m)
	if err != nil {
		t.Fatal(err)
	}
	var r Request
	if err := decode(text, &r); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(r.Batch.sets[0], set) || !slices.Equal(r.Batch.clauses, []uint32{1}) {
		t.Error(r.Batch.sets)
	}
}

// TestClausesWithinOneMessage has a puzzle of each unary message travel.
func TestClausesWithinOneMessage(t *testing.T) {
	all := parsed(t, everyKind)
	m, err := puzzleToPB(all, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := puzzleFromPB(m)
	if err != nil || len(got.Clauses()) != len(all.Clauses())-1 || len(got.Soft()) != 1 {
		t.Errorf("%v, %v", got, err)
	}
	made, err := generated(&pb.GenerateResponse{Puzzles: madeToPB(all, all.Geometry())}, all.Geometry())
	if err != nil || len(made) != 1 || made[0].String() != all.String() {
		t.Errorf("%v, %v", made, err)
	}
	// A host believes no clauses: it compiles what the constraints say.
	lie := madeToPB(all, all.Geometry())
	lie.ClauseSets[0].Clauses = []*pb.Clause{{Kind: 99}}
	if made, err := generated(&pb.GenerateResponse{Puzzles: lie}, all.Geometry()); err != nil || made[0].ClauseKey() != all.ClauseKey() {
		t.Error(made, err)
	}
	lie.ClauseSets[0].Constraints = []string{"cge=3:r1c12"}
	if made, err := generated(&pb.GenerateResponse{Puzzles: lie}, all.Geometry()); err == nil {
		t.Error(made)
	}
}

// An unknown constraint is known by its clauses.
func TestAnUnknownConstraintTravels(t *testing.T) {
	m := madeToPB(parsed(t, "9:~x:r1c12"), nil)
	m.ClauseSets[0] = &pb.ClauseSet{Constraints: []string{"later=3:r1c12"},
		Clauses: []*pb.Clause{{Kind: pb.ClauseKind_CLAUSE_KIND_SUM, Cells: []uint32{0, 1}, Low: []int64{3}, High: []int64{3}}}}
	p, err := puzzleFromPB(m)
	if err != nil || !slices.Equal(p.ConstraintTexts(), []string{"later=3:r1c12"}) || p.Clauses()[0].Total[0].High != 3 {
		t.Error(p, err)
	}
}

func TestHostileClausesAreRefused(t *testing.T) {
	cells := func(kind pb.ClauseKind, cells ...uint32) *pb.Clause { return &pb.Clause{Kind: kind, Cells: cells} }
	sum := func(change func(c *pb.Clause)) *pb.Clause {
		c := cells(pb.ClauseKind_CLAUSE_KIND_SUM, 0, 1)
		change(c)
		return c
	}
	deep := cells(pb.ClauseKind_CLAUSE_KIND_DIFFER, 0, 1)
	for range 5 {
		deep = &pb.Clause{Kind: pb.ClauseKind_CLAUSE_KIND_ANY, Either: []*pb.Alternative{{Clauses: []*pb.Clause{deep}}}}
	}
	deeper := deep
	for range 100 {
		deeper = &pb.Clause{Kind: pb.ClauseKind_CLAUSE_KIND_ANY, Either: []*pb.Alternative{{Clauses: []*pb.Clause{deeper}}}}
	}
	relation := func(there, back uint64) *pb.Relation {
		return &pb.Relation{There: slices.Repeat([]uint64{there}, 4), Back: slices.Repeat([]uint64{back}, 4)}
	}
	chain := &pb.Automaton{States: 4096} // 17 of them are too many states
	for s := range uint32(4096) {
		chain.Next = append(chain.Next, (s+2)%4097, 0, 0, 0)
	}
	words, pair := []*pb.Clause(nil), cells(pb.ClauseKind_CLAUSE_KIND_PAIR, 0, 1)
	var chains []*pb.Automaton
	for i := range uint32(17) {
		other := proto.Clone(chain).(*pb.Automaton)
		other.Accepting = []uint32{i}
		chains = append(chains, other)
		words = append(words, &pb.Clause{Kind: pb.ClauseKind_CLAUSE_KIND_WORD, Cells: []uint32{0, 1}, Table: i})
	}
	for name, set := range map[string]*pb.ClauseSet{
		"no kind":              {Clauses: []*pb.Clause{{}}},
		"another kind":         {Clauses: []*pb.Clause{{Kind: 8}}},
		"no constraint":        {Clauses: []*pb.Clause{sum(func(c *pb.Clause) { c.Constraint = 1 })}},
		"cell outside":         {Clauses: []*pb.Clause{cells(pb.ClauseKind_CLAUSE_KIND_DIFFER, 0, 16)}},
		"cell far outside":     {Clauses: []*pb.Clause{cells(pb.ClauseKind_CLAUSE_KIND_DIFFER, 0, 1<<31)}},
		"cell twice":           {Clauses: []*pb.Clause{cells(pb.ClauseKind_CLAUSE_KIND_DIFFER, 1, 1)}},
		"no cells":             {Clauses: []*pb.Clause{cells(pb.ClauseKind_CLAUSE_KIND_SUM)}},
		"pair of three":        {Clauses: []*pb.Clause{cells(pb.ClauseKind_CLAUSE_KIND_PAIR, 0, 1, 2)}, Relations: []*pb.Relation{relation(15, 15)}},
		"no relation":          {Clauses: []*pb.Clause{pair}},
		"relation of one way":  {Clauses: []*pb.Clause{pair}, Relations: []*pb.Relation{relation(1, 15)}},
		"relation beyond":      {Clauses: []*pb.Clause{pair}, Relations: []*pb.Relation{relation(31, 15)}},
		"relation of a row":    {Clauses: []*pb.Clause{pair}, Relations: []*pb.Relation{{There: []uint64{1}, Back: []uint64{1}}}},
		"weight 0":             {Clauses: []*pb.Clause{sum(func(c *pb.Clause) { c.Weights = []int32{1, 0} })}},
		"weight 1001":          {Clauses: []*pb.Clause{sum(func(c *pb.Clause) { c.Weights = []int32{1, -1001} })}},
		"a weight":             {Clauses: []*pb.Clause{sum(func(c *pb.Clause) { c.Weights = []int32{1} })}},
		"half a range":         {Clauses: []*pb.Clause{sum(func(c *pb.Clause) { c.Low = []int64{1} })}},
		"ranges that overlap":  {Clauses: []*pb.Clause{sum(func(c *pb.Clause) { c.Low, c.High = []int64{1, 3}, []int64{3, 4} })}},
		"range too far":        {Clauses: []*pb.Clause{sum(func(c *pb.Clause) { c.Low, c.High = []int64{1}, []int64{1 << 62} })}},
		"count without sets":   {Clauses: []*pb.Clause{cells(pb.ClauseKind_CLAUSE_KIND_COUNT, 0, 1)}},
		"count beyond":         {Clauses: []*pb.Clause{{Kind: pb.ClauseKind_CLAUSE_KIND_COUNT, Cells: []uint32{0}, Digits: []uint64{16}}}},
		"no automaton":         {Clauses: words[:1]},
		"automaton of nothing": {Clauses: words[:1], Automata: []*pb.Automaton{{}}},
		"automaton too large":  {Clauses: words[:1], Automata: []*pb.Automaton{{States: 4097, Next: make([]uint32, 4*4097)}}},
		"steps outside":        {Clauses: words[:1], Automata: []*pb.Automaton{{States: 1, Next: []uint32{1, 2, 0, 0}}}},
		"steps missing":        {Clauses: words[:1], Automata: []*pb.Automaton{{States: 2, Next: []uint32{2, 0, 0, 0}}}},
		"state out of order":   {Clauses: words[:1], Automata: []*pb.Automaton{{States: 3, Next: []uint32{3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}},
		"state not reached":    {Clauses: words[:1], Automata: []*pb.Automaton{{States: 2, Next: make([]uint32, 8)}}},
		"accepting outside":    {Clauses: words[:1], Automata: []*pb.Automaton{{States: 1, Next: make([]uint32, 4), Accepting: []uint32{1}}}},
		"too many states":      {Clauses: words, Automata: chains},
		"alternatives of none": {Clauses: []*pb.Clause{{Kind: pb.ClauseKind_CLAUSE_KIND_ANY}}},
		"five deep":            {Clauses: []*pb.Clause{deep}},
		"a hundred deep":       {Clauses: []*pb.Clause{deeper}},
		"too many":             {Clauses: slices.Repeat([]*pb.Clause{cells(pb.ClauseKind_CLAUSE_KIND_DIFFER, 0, 1)}, 65537)},
	} {
		set.Constraints = []string{"cage:r1c12"}
		m := &pb.Batch{Givens: make([]byte, 16), ClauseSets: []*pb.ClauseSet{set}, ClausesOf: []uint32{1}}
		if _, err := puzzlesFromPB(m, sudoku.MustGeometry("4"), received); err == nil {
			t.Errorf("%s passes", name)
		}
	}
	for name, of := range map[string][]uint32{"a set that is not there": {2}, "numbers of two": {0, 0}} {
		if _, err := puzzlesFromPB(&pb.Batch{Givens: make([]byte, 16), ClausesOf: of}, sudoku.MustGeometry("4"), received); err == nil {
			t.Errorf("%s passes", name)
		}
	}
}

// TestManyEmptyEntriesInClauses has sets take no more memory than other messages.
func TestManyEmptyEntriesInClauses(t *testing.T) {
	set := &pb.ClauseSet{Clauses: slices.Repeat([]*pb.Clause{{}}, 60_000)}
	b := Batch{sets: slices.Repeat([]*pb.ClauseSet{set}, 10), Givens: parsed(t, "4:................").Givens()}
	var r Request
	if err := decode(encode(t, &Request{Batch: &b}), &r); !errors.Is(err, errTooManyEntries) {
		t.Error(err)
	}
}

func TestTravels(t *testing.T) {
	dots := strings.Repeat(".", 80)
	for text, want := range map[string]error{
		everyKind:                              nil,
		"9:2" + dots + "~odd:r1c1":             ErrNoDigit,
		"9:{24}" + dots + "~odd:r1c1":          ErrNoDigit,
		"9:~odd:r1c1~even:r1c1":                ErrNoDigit,
		"9:{1:0.5,2:0.5}" + dots + "~odd:r1c1": nil,
		"9:1" + dots + "~odd:r1c1":             nil,
	} {
		if err := Travels(parsed(t, text)); !errors.Is(err, want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	p, err := sudoku.ParsePuzzle("9:1" + dots + "~odd:r1c1")
	if err != nil {
		t.Fatal(err)
	}
	if marks, err := Marks(p); err != nil || marks != nil {
		t.Error(marks, err)
	}
}

// Clauses that are more than 3 MiB when they are written are not sent.
func TestSetsThatAreTooLargeAreNotSent(t *testing.T) {
	const n, states = 25, clause.MaxStates
	g := sudoku.MustGeometry("25")
	word := func(accepted int) clause.Clause { // as many digits as there are states behind the first accepted one, or all
		next, accepts := make([]int32, states*n), make([]bool, states)
		for i := range next {
			next[i] = int32(i/n + 1)
			if i/n == states-1 {
				next[i] = -1
			}
		}
		accepts[accepted], accepts[states-1] = true, true
		a, err := clause.ReadAutomaton(n, next, accepts)
		if err != nil {
			t.Fatal(err)
		}
		return clause.Clause{Kind: clause.Word, Cells: []int{0, 1}, Automaton: a}
	}
	var clauses []clause.Clause
	for k := range 16 {
		clauses = append(clauses, word(k))
	}
	for words, fits := range map[int]bool{14: true, 16: false} {
		p, err := sudoku.NewPuzzle(g, nil, sudoku.Received([]string{"word"}, clauses[:words]))
		if err != nil {
			t.Fatal(err)
		}
		if err := Travels(p); (err == nil) != fits || !fits && !errors.Is(err, sudoku.ErrUnsupported) {
			t.Errorf("%d automata: %v", words, err)
		}
	}
}

// foreignSum is a plugin of another language that reads clauses with stock code.
type foreignSum struct {
	pb.UnimplementedAlgorithmServiceServer
}

func (foreignSum) Solve(stream grpc.BidiStreamingServer[pb.SolveRequest, pb.SolveResponse]) error {
	for {
		r, err := stream.Recv()
		if err != nil {
			return nil
		}
		b := r.GetBatch()
		set := b.GetClauseSets()[b.GetClausesOf()[0]-1]
		text := set.GetConstraints()[0] + " " + set.GetClauses()[1].GetKind().String()
		if err := stream.Send(&pb.SolveResponse{First: b.GetFirst(), Endings: []byte{byte(Failed)},
			Failures: []*pb.Failure{{Text: text}}}); err != nil {
			return err
		}
	}
}

func TestAPluginWithTheStockCodecGetsClauses(t *testing.T) {
	conn := dial(t, grpc.NewServer(), func(s grpc.ServiceRegistrar) { pb.RegisterAlgorithmServiceServer(s, foreignSum{}) })
	s, err := NewClient(conn).Solve(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Send(0, []*sudoku.Puzzle{parsed(t, "9:~cage=3:r1c12")}); err != nil {
		t.Fatal(err)
	}
	s.CloseSend()
	for {
		rows, err := receive(s, func(uint64) int { return 81 })
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for row := range rows {
			if row.Err == nil || row.Err.Error() != "cage=3:r1c12 CLAUSE_KIND_SUM" {
				t.Error(row.Err)
			}
		}
	}
}

// FuzzClauseSet reads any bytes as clauses for a puzzle: what is accepted is verified without a crash and, written again, read as
// the same.
func FuzzClauseSet(f *testing.F) {
	for _, text := range []string{"4:~cage=5:r1c12~thermo:r1c123", "4:~or~x:r1c12~and~v:r3c3r2c4~end~end~sandwich=3:r1", "4:~quad=1.4:r2c34r3c34~clone:r1c1-r2c3",
		"4:~sum=-2.5:r1c3-r2c34~regex=1%5B23%5D%2A:r1c123"} {
		set, err := proto.Marshal(clauseSet(parsed(f, text)))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(set)
	}
	four := sudoku.MustGeometry("4")
	f.Fuzz(func(t *testing.T, data []byte) {
		var m pb.ClauseSet
		if len(data) > 1<<14 || proto.Unmarshal(data, &m) != nil {
			return
		}
		read := func(m *pb.ClauseSet, accept acceptSet) *sudoku.Puzzle {
			p, err := sudoku.NewPuzzle(four, nil)
			if err != nil {
				t.Fatal(err)
			}
			option, err := accept(m, 4)
			if err != nil {
				return nil
			}
			if p, err = p.With(option); err != nil {
				return nil
			}
			return p
		}
		read(&m, stated)
		p := read(&m, received)
		if p == nil {
			return
		}
		clause.AllHold(p.Clauses(), []uint8{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1})
		set := clauseSet(p)
		again := read(set, received)
		if again == nil || !proto.Equal(clauseSet(again), set) {
			t.Fatalf("%v is written as %v", &m, set)
		}
	})
}

package wire

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// onlyIn is the kinds of a puzzle whose constraints speak of single cells alone. They travel as soft clues.
const onlyIn = clause.Kinds(1 << clause.In)

// ErrNoDigit says that constraints leave a cell no digit: a puzzle without solution, which is not sent.
var ErrNoDigit = errors.New("its constraints leave a cell no digit")

// maxSet is the largest set of clauses in bytes that is sent.
const maxSet = 3 << 20

// Marks returns what is known of the single cells of a puzzle, as it travels.
func Marks(p *sudoku.Puzzle) ([]sudoku.SoftClue, error) {
	marks, ok := p.Marks()
	if !ok {
		return nil, ErrNoDigit
	}
	return marks, nil
}

// Travels returns why a puzzle cannot be sent: ErrNoDigit, or clauses that are more than a message holds.
func Travels(p *sudoku.Puzzle) error {
	if p.Kinds() == 0 { // short enough to be inlined: the host asks for every puzzle
		return nil
	}
	return travels(p)
}

// travels returns an error if the puzzle's constraints are too large to be sent.
func travels(p *sudoku.Puzzle) error {
	if _, err := Marks(p); err != nil {
		return err
	}
	if length(p.Clauses()) > maxSet {
		if size := proto.Size(clauseSet(p)); size > maxSet {
			return fmt.Errorf("%w: constraints of %d bytes; %d can be sent", sudoku.ErrUnsupported, size, maxSet)
		}
	}
	return nil
}

// length returns a number of bytes that clauses do not exceed much when they are written.
func length(clauses []clause.Clause) (bytes int) {
	for i := range clauses {
		c := &clauses[i]
		bytes += 32 + 16*len(c.Cells) + 12*len(c.Total)
		if c.Kind == clause.Word {
			bytes += 2 * c.Automaton.States() * c.Automaton.N()
		}
		for _, list := range c.Either {
			bytes += length(list)
		}
	}
	return bytes
}

// acceptSet makes an option of the clauses of a message, for puzzles of n digits.
type acceptSet func(set *pb.ClauseSet, n int) (sudoku.Option, error)

// setWriter writes the clauses of a puzzle. What they say of single cells travels as soft clues.
type setWriter struct {
	set       *pb.ClauseSet
	relations map[*clause.Relation]uint32
	automata  map[*clause.Automaton]uint32
}

// clauseSet returns what a puzzle has beyond houses.
func clauseSet(p *sudoku.Puzzle) *pb.ClauseSet {
	w := setWriter{set: &pb.ClauseSet{Constraints: p.ConstraintTexts()}, relations: map[*clause.Relation]uint32{},
		automata: map[*clause.Automaton]uint32{}}
	all := p.Clauses()
	w.set.Clauses = make([]*pb.Clause, 0, len(all))
	for i := range all {
		if all[i].Kind != clause.In {
			w.set.Clauses = append(w.set.Clauses, w.clause(&all[i]))
		}
	}
	return w.set
}

// clause converts a clause and the clauses of its alternatives.
func (w *setWriter) clause(c *clause.Clause) *pb.Clause {
	m := &pb.Clause{Kind: pb.ClauseKind(c.Kind) + pb.ClauseKind_CLAUSE_KIND_IN, Constraint: uint32(c.Constraint),
		Cells: numbers[uint32](c.Cells), Digits: numbers[uint64](c.Digits), Weights: numbers[int32](c.Weights)}
	for _, r := range c.Total {
		m.Low, m.High = append(m.Low, int64(r.Low)), append(m.High, int64(r.High))
	}
	switch c.Kind {
	case clause.Pair:
		m.Table = numbered(w.relations, c.Relation,
			func() { w.set.Relations = append(w.set.Relations, relationToPB(c.Relation)) })
	case clause.Word:
		m.Table = numbered(w.automata, c.Automaton,
			func() { w.set.Automata = append(w.set.Automata, automatonToPB(c.Automaton)) })
	}
	for _, list := range c.Either {
		alternative := &pb.Alternative{}
		for i := range list {
			alternative.Clauses = append(alternative.Clauses, w.clause(&list[i]))
		}
		m.Either = append(m.Either, alternative)
	}
	return m
}

// numbered returns the number of a table, which is added if it is new.
func numbered[T comparable](numbers map[T]uint32, table T, add func()) uint32 {
	number, known := numbers[table]
	if !known {
		number = uint32(len(numbers))
		numbers[table] = number
		add()
	}
	return number
}

// relationToPB converts a relation.
func relationToPB(r *clause.Relation) *pb.Relation {
	return &pb.Relation{There: numbers[uint64](r.There), Back: numbers[uint64](r.Back)}
}

// automatonToPB converts an automaton. A number one higher stands for each state, 0 for none.
func automatonToPB(a *clause.Automaton) *pb.Automaton {
	m := &pb.Automaton{States: uint32(a.States()), Next: make([]uint32, 0, a.States()*a.N())}
	for state := range int32(a.States()) {
		for digit := 1; digit <= a.N(); digit++ {
			m.Next = append(m.Next, uint32(a.Next(state, digit)+1))
		}
		if a.Accepts(state) {
			m.Accepting = append(m.Accepting, uint32(state))
		}
	}
	return m
}

// received returns the clauses of a set as an option of the puzzles that have them. It is for plugins, which believe
// their host: it checks that the clauses fit a puzzle, and not the meaning of the constraints.
func received(m *pb.ClauseSet, n int) (sudoku.Option, error) {
	r := setReader{}
	for i, relation := range m.GetRelations() {
		read, err := relationFromPB(relation, n)
		if err != nil {
			return nil, fmt.Errorf("relation %d: %w", i, err)
		}
		r.relations = append(r.relations, read)
	}
	for i, automaton := range m.GetAutomata() {
		read, err := automatonFromPB(automaton, n)
		if err != nil {
			return nil, fmt.Errorf("automaton %d: %w", i, err)
		}
		r.automata = append(r.automata, read)
	}
	clauses, err := r.list(m.GetClauses(), 0)
	return sudoku.Received(m.GetConstraints(), clauses), err
}

// stated returns the constraints of a set as an option of puzzles. It is for the host, which believes no clauses of a
// plugin.
func stated(m *pb.ClauseSet, _ int) (sudoku.Option, error) {
	if len(m.GetConstraints()) == 0 {
		return nil, errors.New("clauses without constraints")
	}
	return sudoku.ConstraintText("~" + strings.Join(m.GetConstraints(), "~")), nil
}

// setReader reads clauses beside their tables.
type setReader struct {
	relations []*clause.Relation
	automata  []*clause.Automaton
}

// deepest is how deep alternatives are read; clause.Bounds allows less.
const deepest = 16

// list converts clauses, and refuses alternatives that are too deep.
func (r *setReader) list(list []*pb.Clause, depth int) ([]clause.Clause, error) {
	if depth > deepest {
		return nil, errors.New("alternatives too deep within others")
	}
	clauses := make([]clause.Clause, len(list))
	for i, m := range list {
		if err := r.clause(&clauses[i], m, depth); err != nil {
			return nil, fmt.Errorf("clause %d: %w", i, err)
		}
	}
	return clauses, nil
}

// clause converts one clause into c, and refuses a kind that does not exist.
func (r *setReader) clause(c *clause.Clause, m *pb.Clause, depth int) error {
	if m.GetKind() < pb.ClauseKind_CLAUSE_KIND_IN || m.GetKind() > pb.ClauseKind_CLAUSE_KIND_ANY {
		return fmt.Errorf("no kind %d", m.GetKind())
	}
	c.Kind = clause.Kind(m.GetKind() - pb.ClauseKind_CLAUSE_KIND_IN)
	c.Constraint, c.Cells = int(m.GetConstraint()), numbers[int](m.GetCells())
	c.Digits, c.Weights = numbers[clause.Digits](m.GetDigits()), numbers[int](m.GetWeights())
	if len(m.GetLow()) != len(m.GetHigh()) {
		return fmt.Errorf("%d lower ends of %d ranges", len(m.GetLow()), len(m.GetHigh()))
	}
	for i, low := range m.GetLow() {
		c.Total = append(c.Total, clause.Range{Low: clamped(low), High: clamped(m.GetHigh()[i])})
	}
	return r.tables(c, m, depth)
}

// clamped returns v as an int. What is beyond is beyond what clause.Bounds allows as well.
func clamped(v int64) int { return int(max(math.MinInt, min(math.MaxInt, v))) }

// tables sets what a clause has beside its cells and numbers.
func (r *setReader) tables(c *clause.Clause, m *pb.Clause, depth int) error {
	switch table := int(m.GetTable()); c.Kind {
	case clause.Pair:
		if table >= len(r.relations) {
			return fmt.Errorf("relation %d of %d", table, len(r.relations))
		}
		c.Relation = r.relations[table]
	case clause.Word:
		if table >= len(r.automata) {
			return fmt.Errorf("automaton %d of %d", table, len(r.automata))
		}
		c.Automaton = r.automata[table]
	case clause.Any:
		for i, alternative := range m.GetEither() {
			list, err := r.list(alternative.GetClauses(), depth+1)
			if err != nil {
				return fmt.Errorf("alternative %d: %w", i, err)
			}
			c.Either = append(c.Either, list)
		}
	}
	return nil
}

// relationFromPB converts a relation, and refuses one that is not the same there and back.
func relationFromPB(m *pb.Relation, n int) (*clause.Relation, error) {
	if len(m.GetThere()) != n || len(m.GetBack()) != n {
		return nil, fmt.Errorf("%d and %d rows for %d digits", len(m.GetThere()), len(m.GetBack()), n)
	}
	r := clause.NewRelation(n, func(a, b int) bool { return clause.Digits(m.GetThere()[a-1]).Has(b) })
	if !slices.Equal(m.GetThere(), numbers[uint64](r.There)) || !slices.Equal(m.GetBack(), numbers[uint64](r.Back)) {
		return nil, fmt.Errorf("it names digits beyond %d, or there and back are not the same", n)
	}
	return r, nil
}

// automatonFromPB converts an automaton, and refuses one with too many states.
func automatonFromPB(m *pb.Automaton, n int) (*clause.Automaton, error) {
	if m.GetStates() > clause.MaxStates {
		return nil, fmt.Errorf("%d states; %d are allowed", m.GetStates(), clause.MaxStates)
	}
	next, accepts := make([]int32, len(m.GetNext())), make([]bool, m.GetStates())
	for i, to := range m.GetNext() {
		next[i] = int32(min(to, clause.MaxStates+1)) - 1
	}
	for _, state := range m.GetAccepting() {
		if state >= m.GetStates() {
			return nil, fmt.Errorf("accepting state %d of %d", state, m.GetStates())
		}
		accepts[state] = true
	}
	return clause.ReadAutomaton(n, next, accepts)
}

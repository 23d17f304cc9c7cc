package bridge

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"
)

// everything is a greeting that declares all powers.
const everything = `{"hello":1,"version":"1.2.3","summary":"speaks","licence":"MIT",
"capabilities":["complete","deterministic","soft_clues","solve","grade","explain","steps","generate"],
"shapes":["9","4","6","9+x"],"clauses":["differ","pair","sum","count","word","any"],"metrics":[{"name":"fake_clues","min":0,"max":100,"source":"counting"}],
"options":[{"name":"first","default":1,"min":1,"max":9,"summary":"digit to begin with"}]}`

// asked is a message as a program reads it that knows nothing but the documentation.
type asked struct {
	ID       int64
	Do       string
	Geometry string
	Digits   int
	Houses   [][]int
	Puzzle   string
	Soft     []struct {
		Cell    int
		Allowed []int
	}
	Clauses []rule
	Limit   int
	Seed    uint64
	Order   order

	Values     string
	Candidates [][]int
	Hello      int
	Cancel     int64
	Settings   map[string]int
}

func say(line string) { fmt.Println(line) }

// speak greets and answers every request. What stays the same from one request to the next is kept.
func speak(greeting string, answer func(*asked)) {
	var last asked
	eachLine(func(line string) {
		q := asked{Digits: last.Digits, Houses: last.Houses, Settings: last.Settings}
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			panic(err)
		}
		last = q
		switch {
		case q.Hello != 0:
			say(strings.ReplaceAll(greeting, "\n", ""))
		case q.Do != "":
			answer(&q)
		}
	})
}

// stubborn finds one grid after the other and never reads that it should stop.
func stubborn(q *asked) {
	for {
		say(fmt.Sprintf(`{"id":%d,"solutions":[%q]}`, q.ID, strings.Repeat("1", len(q.Puzzle))))
		time.Sleep(time.Millisecond)
	}
}

func misspell(q *asked) { say(fmt.Sprintf(`{"id":%d,"solution":"1"}`, q.ID)) }

func reflect(q *asked) {
	say(fmt.Sprintf(`{"id":%d,"solutions":[%q],"done":"finished"}`, q.ID,
		strings.ReplaceAll(q.Puzzle, ".", "1")))
}

func quit(*asked) {
	fmt.Fprintln(os.Stderr, "out of ideas")
	os.Exit(4)
}

func obey(q *asked) {
	out := map[string]any{"id": q.ID, "done": "finished"}
	switch q.Do {
	case "solve":
		var all []string
		q.search(func(grid []byte) bool {
			if all = append(all, string(grid)); len(all) == 100 {
				text, _ := json.Marshal(map[string]any{"id": q.ID, "solutions": all})
				say(string(text))
				all = nil
			}
			q.Limit--
			return q.Limit != 0
		})
		out["solutions"], out["guesses"], out["measures"] = all, 1, map[string]float64{"rounds": 2}
	case "grade":
		out["grades"] = map[string]int{"fake_clues": len(q.Puzzle) - strings.Count(q.Puzzle, ".")}
	case "explain":
		out["steps"] = q.steps()
		if len(out["steps"].([]step)) < strings.Count(q.Puzzle, ".") {
			out["done"] = "gave_up"
		}
	case "steps":
		out["steps"] = q.possible()
	case "generate":
		if q.Order.Count == 0 { // without end, which it does not go to
			q.Order.Count, out["done"] = 20, "gave_up"
		}
		out["puzzles"] = q.generate()
	}
	text, _ := json.Marshal(out)
	say(string(text))
}

// left returns the digits that neither houses nor soft clues exclude from a cell.
func (q *asked) left(grid []byte, cell int) []int {
	var out [50]bool
	for _, h := range q.Houses {
		for _, c := range h {
			if c == cell {
				for _, p := range h {
					out[valueOf(grid[p], q.Digits)] = true
				}
			}
		}
	}
	may := make([]int, 0, q.Digits)
	for d := 1; d <= q.Digits; d++ {
		may = append(may, (d+q.Settings["first"]-2)%q.Digits+1)
	}
	for _, s := range q.Soft {
		if s.Cell == cell {
			may = s.Allowed
		}
	}
	var left []int
	for _, d := range may {
		if !out[d] {
			left = append(left, d)
		}
	}
	return left
}

// search finds solutions until emit returns false.
func (q *asked) search(emit func([]byte) bool) {
	grid := []byte(q.Puzzle)
	for _, h := range q.Houses {
		for i, a := range h {
			for _, b := range h[:i] {
				if grid[a] != '.' && grid[a] == grid[b] {
					return
				}
			}
		}
	}
	q.descend(grid, emit)
}

func (q *asked) descend(grid []byte, emit func([]byte) bool) bool {
	best, fewest := -1, []int(nil)
	for c := range grid {
		if grid[c] != '.' {
			continue
		}
		if left := q.left(grid, c); best < 0 || len(left) < len(fewest) {
			best, fewest = c, left
		}
	}
	if best < 0 {
		return !fits(q.Clauses, grid, q.Digits) || emit(grid)
	}
	for _, d := range fewest {
		grid[best] = symbols[d-1]
		if !q.descend(grid, emit) {
			return false
		}
	}
	grid[best] = '.'
	return true
}

// steps are naked singles.
func (q *asked) steps() (all []step) {
	grid := []byte(q.Puzzle)
	for moved := true; moved; {
		moved = false
		for c := range grid {
			if left := q.left(grid, c); grid[c] == '.' && len(left) == 1 {
				grid[c], moved = symbols[left[0]-1], true
				all = append(all, nakedSingle(c, left[0]))
			}
		}
	}
	return all
}

func nakedSingle(c, d int) step {
	return step{Technique: "naked_single", Rating: 2.3, Place: [][2]int{{c, d}}, Cells: []int{c}, Sets: [][]int{{c}},
		Links: []link{{Kind: "strong", From: [][2]int{{c, 1 + d%4}}, To: [][2]int{{c, d}}}}, Text: "Nothing else fits."}
}

// possible lists the cells with one candidate.
func (q *asked) possible() []step {
	all := []step{}
	for c, left := range q.Candidates {
		if q.Values[c] == '.' && len(left) == 1 {
			all = append(all, nakedSingle(c, left[0]))
		}
	}
	return all
}

// generate takes givens out of a grid as long as there is one solution.
func (q *asked) generate() (all []string) {
	rng := rand.New(rand.NewPCG(q.Seed, 0))
	n := len(q.Houses[0])
	cells := 0
	for _, h := range q.Houses {
		for _, c := range h {
			cells = max(cells, c+1)
		}
	}
	if q.Order.Near != "" {
		return []string{q.Order.Near}
	}
	for range q.Order.Count {
		q.Settings, q.Puzzle = map[string]int{"first": 1 + rng.IntN(n)}, strings.Repeat(".", cells)
		var grid []byte
		q.search(func(g []byte) bool { grid = append(grid, g...); return false })
		for _, c := range rng.Perm(cells)[:cells/2] {
			before := grid[c]
			grid[c] = '.'
			q.Puzzle = string(grid)
			found := 0
			if q.search(func([]byte) bool { found++; return found < 2 }); found > 1 {
				grid[c] = before
			}
		}
		made := string(grid)
		for _, name := range q.Order.Constraints {
			made += "~" + name + ":r1c12"
		}
		all = append(all, made)
	}
	return all
}

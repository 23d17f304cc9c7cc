package table

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

var columns = []Column{{"puzzle", Text}, {"band", Word}, {"clues", Whole}, {"se", Number}}

// write makes a file of n rows and returns its path.
func write(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := NewWriter(f, columns, map[string]string{"made": "here"})
	for i := range n {
		err = errors.Join(err, w.Write([]Cell{{Text: "p" + strconv.Itoa(i)}, {Text: []string{"easy", "hard"}[i%2]}, {Number: float64(i)},
			{Number: 1.5 * float64(i), Missing: i%3 == 0}}))
	}
	if err := errors.Join(err, w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	f, err := Open(write(t, 1000))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if want := []string{"puzzle", "band", "clues", "se"}; f.data.NumRows() != 1000 || !slices.Equal(f.Columns(), want) {
		t.Fatalf("%d rows of %q", f.data.NumRows(), f.Columns())
	}
	var rows []string
	for texts, err := range f.Texts("se", "puzzle", "band", "clues") {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, strings.Join(texts, " "))
	}
	if len(rows) != 1000 || rows[0] != " p0 easy 0" || rows[1] != "1.5 p1 hard 1" || rows[998] != "1497 p998 easy 998" {
		t.Errorf("%d rows: %q, %q, %q", len(rows), rows[0], rows[1], rows[998])
	}
	for _, err := range f.Texts("none") {
		if err == nil {
			t.Error("a column that is not there is read")
		}
	}
}

// Files of others have columns of other types, lists and groups among them.
func TestAForeignFile(t *testing.T) {
	type foreign struct {
		ID     int32    `parquet:"id"`
		Tags   []string `parquet:"tags,list"`
		Where  struct{ File, Line string }
		Quiz   *string `parquet:"quiz,optional"`
		Rating float32 `parquet:"rating"`
	}
	path := filepath.Join(t.TempDir(), "foreign")
	quiz := "53..7...."
	if err := parquet.WriteFile(path, []foreign{{ID: 7, Tags: []string{"a", "b"}, Quiz: &quiz, Rating: 2.3}, {ID: -1}}); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if want := []string{"id", "quiz", "rating"}; !slices.Equal(slices.Sorted(slices.Values(f.Columns())), want) {
		t.Fatalf("columns %q, want %q", f.Columns(), want)
	}
	if !f.IsNumber("id") || !f.IsNumber("rating") || f.IsNumber("quiz") || f.IsNumber("none") {
		t.Error("numbers and texts are not told apart")
	}
	var rows []string
	for texts, err := range f.Texts("id", "quiz", "rating") {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, strings.Join(texts, " "))
	}
	if want := []string{"7 53..7.... 2.3", "-1  0"}; !slices.Equal(rows, want) {
		t.Errorf("%q, want %q", rows, want)
	}
}

// TestDamaged flips bytes of a file and cuts it: reading ends, with an error or without, and nothing panics.
func TestDamaged(t *testing.T) {
	path := write(t, 300)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for i := range 200 {
		bad := slices.Clone(good)
		if i%4 == 0 {
			bad = bad[:random.IntN(len(bad))]
		} else {
			bad[random.IntN(len(bad))] ^= byte(1 + random.IntN(255))
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil {
			found++
			continue
		}
		for _, err := range f.Texts("puzzle") {
			if err != nil {
				found++
			}
		}
		f.Close()
	}
	if found < 50 {
		t.Errorf("%d of 200 found", found)
	}
}

func TestNoParquet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(path, []byte("PAR1 and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !errors.Is(err, ErrDamaged) {
		t.Errorf("a text that begins like a Parquet file: %v", err)
	}
	if _, err := Open(path + ".missing"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if !IsParquet([]byte("PAR1")) || IsParquet([]byte("53..7")) {
		t.Error("files are told apart wrongly")
	}
}

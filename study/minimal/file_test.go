package minimal

import (
	"os"
	"testing"
)

func TestKeptChunks(t *testing.T) {
	folder := t.TempDir()
	k, err := openKept(folder, "a sample", false)
	if err != nil {
		t.Fatal(err)
	}
	for chunk := range 3 {
		c := newTally()
		c.count(20+chunk, grades(float64(chunk)))
		if err := k.add(chunk, c); err != nil {
			t.Fatal(err)
		}
	}
	// A kill cuts the last line; the next study goes on behind it.
	info, err := os.Stat(k.file.Name())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(k.file.Name(), info.Size()-9); err != nil {
		t.Fatal(err)
	}
	k.close()
	k, err = openKept(folder, "a sample", false)
	if err != nil {
		t.Fatal(err)
	}
	c := newTally()
	c.count(30, grades(3))
	if err := k.add(7, c); err != nil {
		t.Fatal(err)
	}
	k.close()
	if got := chunksOf(t, folder, "a sample", false); len(got) != 3 || got[0] != 20 || got[1] != 21 || got[7] != 30 {
		t.Errorf("kept %v", got)
	}
	if got := chunksOf(t, folder, "another sample", false); len(got) != 0 {
		t.Errorf("kept of another sample: %v", got)
	}
	if got := chunksOf(t, folder, "a sample", true); len(got) != 0 {
		t.Errorf("kept after a fresh start: %v", got)
	}
}

// chunksOf returns the number of givens of each chunk's puzzle.
func chunksOf(t *testing.T, folder, key string, fresh bool) map[int]int {
	t.Helper()
	k, err := openKept(folder, key, fresh)
	if err != nil {
		t.Fatal(err)
	}
	defer k.close()
	got := map[int]int{}
	if err := k.each(func(chunk int, c *tally) {
		for n := range c.By {
			got[chunk] = n
		}
	}); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestNothingIsKeptWithoutAFolder(t *testing.T) {
	k, err := openKept("", "a sample", false)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.add(0, newTally()); err != nil {
		t.Error(err)
	}
	if err := k.each(func(int, *tally) { t.Error("a chunk was kept") }); err != nil {
		t.Error(err)
	}
	k.close()
}

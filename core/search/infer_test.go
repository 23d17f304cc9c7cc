package search

import "testing"

// Sums of whole houses that are wrong are refuted without a guess, though each cell by itself could hold any digit.
func TestSumsOfHouses(t *testing.T) {
	for _, line := range []string{"9:~sum=179:r1r2r3r4", "9:~sum=271:r1r2r3r4r5r6", "9:~sum=90:r1~sum=91:r1r2", "6:~sum=64:r1r2r3"} {
		p := parse(t, line)
		if found, known := New(p.Geometry()).Count(p, 1, 0, nil); found != 0 || !known {
			t.Errorf("%s: %d solutions, known %v", line, found, known)
		}
	}
	p := parse(t, "9:~sum=180:r1r2r3r4")
	if found, _ := New(p.Geometry()).Count(p, 1, 1000, nil); found != 1 {
		t.Error("four rows have a sum of 180")
	}
	p = parse(t, "9+x:~cage=15:r1c1r2c2~cage=12:r3c3r4c4~cage=10:r6c6r7c7~cage=3:r8c8r9c9")
	if e := New(p.Geometry()); !e.Load(p) || !e.Propagate() || e.Candidates(40) != 1<<4 {
		t.Error("r5c5 is not what a diagonal lacks")
	}
}

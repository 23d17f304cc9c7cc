package papers

import "testing"

func TestRunsOfTwoSeedsHaveNoSeedInCommon(t *testing.T) {
	of := map[uint64]uint64{}
	for _, seed := range []uint64{0, 1, 2, 3} {
		s := rodriguez{&reproduction{Request: Request{Seed: seed}}}
		for run := range 200 {
			if other, ok := of[s.seedOfRun(run)]; ok {
				t.Fatalf("a run of seed %d is one of seed %d", seed, other)
			}
			of[s.seedOfRun(run)] = seed
		}
	}
}

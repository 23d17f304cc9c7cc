package puzzles

import (
	"slices"
	"testing"
)

// What a terminal sends at once may be several keys, and one key may send several characters.
func TestKeys(t *testing.T) {
	for sent, want := range map[string][]stepKey{
		" ":                {nextKey},
		"x":                {nextKey},
		"xyz":              {nextKey},
		"jjb":              {nextKey, nextKey, backKey},
		"\x1b[A\x1b[B":     {backKey, nextKey},
		"\x1b[D\x1b[Cg":    {backKey, nextKey, firstKey},
		"\x1b[H\x1b[5~":    {firstKey, backKey},
		"\x1b":             {quitKey},
		"kq":               {backKey, quitKey},
		"\x03":             {quitKey},
		"\x1b[3~":          {nextKey}, // Delete
		"\x1bOP":           {nextKey}, // F1
		"\x1b[200~pasted":  {nextKey},
		"b\x1b[15;2~":      {backKey, nextKey},
		"\x7f\x1b[6~ \r\n": {backKey, nextKey, nextKey, nextKey, nextKey},
	} {
		k := &keyboard{pending: sent}
		var got []stepKey
		for k.pending != "" {
			key, err := k.key()
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, key)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", sent, got, want)
		}
	}
}

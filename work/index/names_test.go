package index

import "testing"

func TestNamesThatLookAlike(t *testing.T) {
	names := []string{"entropybt", "dlx", "rules", "backtrack-2"}
	for id, want := range map[string]string{
		"entropybt": "", "entropy-bt": "entropybt", "entr0pybt": "entropybt", "entropybt2": "entropybt", "entorpybt": "entropybt",
		"entropyb": "entropybt", "entropyxt": "entropybt", "ruies": "rules", "rule5": "rules", "ru1es": "rules", "rulse": "rules", "ruler": "rules",
		"d-lx": "dlx", "dix": "dlx", "dl1": "", "ga": "", "dlx2": "", "xdlx": "", "entropy": "", "backtrack2": "backtrack-2",
		"backtrack-3": "backtrack-2", "something-else": "",
	} {
		if got := lookAlike(id, names); got != want {
			t.Errorf("%s looks like %q, want %q", id, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for _, id := range []string{"", "../x", "Tally", "a b", "-x", "tally/1", "а", "a-name-of-more-than-forty-letters-that-goes-on"} {
		if checkName(id) == nil {
			t.Errorf("%q is a name", id)
		}
	}
}

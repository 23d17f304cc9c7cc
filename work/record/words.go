package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// words are what people read instead of the names that programs use, by kind.
var words = map[string]map[string]string{
	"metric": {
		"se": "Rating (SE)", "variant_step": "Rating with constraints", "human_seconds": "Time (s)",
		"variant_seconds": "Relative time",
		"human_level":     "Effort, 1 to 5", "techniques": "Techniques", "level": "Level", "clues": "Clues",
		"hodoku":       "HoDoKu score",
		"qqwing_level": "QQWing level, 1 to 4", "information_entropy": "Entropy", "empty_cells": "Empty cells",
		"se_ep": "Pearl (EP)", "se_ed": "Diamond (ED)", "human_technique": "Costliest technique",
		"maji_level": "Maji & Pal level",
	},
	"geometry": {
		"9+x": "9×9 with diagonals", "9+w": "9×9 with windows", "9+g": "9×9 with disjoint groups", "9+n": "9×9 anti-knight",
		"9+k": "9×9 anti-king", "9/l": "9×9 Latin square", "9^3": "9×9×9 cube",
	},
	"verdict": {
		"unique": "one solution", "multiple": "several solutions", "impossible": "no solution", "invalid": "givens clash",
		"unknown": "unsolved",
	},
	"symmetry": {
		"rot90": "quarter-turn", "rot180": "half-turn", "mirror_h": "left–right",
		"mirror_v": "top–bottom", "diagonal": "diagonal",
		"antidiagonal": "other diagonal",
	},
	"flag": {"dup": "image of another", "disputed": "solvers disagree", "constraints": "with constraints"},
	"kind": {
		"verdict": "Solutions", "level": "Level", "geometry": "Shape", "clues": "Clues", "symmetry": "Symmetry", "tag": "Tag",
		"source": "Source", "flag": "Also",
	},
}

// Lower writes a word as it stands within a sentence.
func Lower(word string) string { return strings.ToLower(word[:1]) + word[1:] }

// leading are the metrics that people ask for first, in their order.
var leading = []string{"se", "variant_step", "human_seconds", "human_level", "techniques", "variant_seconds"}

// CompareMetrics orders metrics for people: the most wanted ones come first, the others by name.
func CompareMetrics(a, b string) int {
	place := func(name string) uint { return uint(slices.Index(leading, name)) } // the others come last
	return cmp.Or(cmp.Compare(place(a), place(b)), strings.Compare(a, b))
}

// Word returns what people read instead of a name of a kind, the name itself if there is no better word: of the kinds
// metric, geometry, verdict, symmetry, flag, and kind for these names themselves.
func Word(kind, name string) string {
	word := words[kind][name]
	if word == "" && kind == "geometry" {
		var n int
		if _, err := fmt.Sscanf(name, "%d", &n); err == nil && fmt.Sprint(n) == name {
			word = fmt.Sprintf("%d×%d", n, n)
		}
		if head, digits, cut := strings.Cut(name, "@"); cut && Word(kind, head) != head {
			word = Word(kind, head) + ", " + digits
		}
		if head, _, cut := strings.Cut(name, "/j:"); cut {
			word = head + "×" + head + " jigsaw"
		}
	}
	return cmp.Or(word, name)
}

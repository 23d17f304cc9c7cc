package constraint

import (
	"strings"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// spoken are the names of constraints by the words that people and other programs have for them, without hyphens and
// without the endings that meant takes off.
var spoken = map[string][]string{
	"killer":            {"cage"},
	"thermometer":       {"thermo"},
	"slowthermometer":   {"slow-thermo"},
	"kropki":            {"white", "black"},
	"dot":               {"white", "black"},
	"consecutive":       {"white"},
	"ratio":             {"black", "quotient"},
	"xv":                {"x", "v"},
	"strictkropki":      {"all-dots"},
	"strictxv":          {"all-xv"},
	"inequality":        {"less"},
	"greaterthan":       {"less"},
	"quadruple":         {"quad"},
	"germanwhisper":     {"whisper"},
	"dutchwhisper":      {"whisper"},
	"countingcircle":    {"circles"},
	"extraregion":       {"extra"},
	"knight":            {"anti-knight"},
	"king":              {"anti-king"},
	"windoku":           {"windows"},
	"hyper":             {"windows"},
	"rowindexer":        {"row-index"},
	"columnindexer":     {"column-index"},
	"boxindexer":        {"box-index"},
	"parityalternating": {"parity"},
	"alternatingparity": {"parity"},
}

// meant returns the names that a word for a constraint probably means.
func meant(word string) []string {
	squash := strings.NewReplacer("-", "", "_", "", " ", "")
	names := map[string]string{}
	for _, name := range Names() {
		names[squash.Replace(name)] = name
	}
	short := squash.Replace(strings.ToLower(word))
	for _, ending := range []string{"", "s", "line", "sum", "cage", "dot", "sudoku"} {
		short = strings.TrimSuffix(short, ending)
		if spoken[short] != nil {
			return spoken[short]
		}
		if names[short] != "" {
			return []string{names[short]}
		}
	}
	if near := plain.Nearest(word, Names()); word != "" && near != "" {
		return []string{near}
	}
	return nil
}

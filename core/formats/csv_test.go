package formats

import "testing"

// What a spreadsheet would take for a formula becomes a text, and is read as it was.
func TestFormulasAreTexts(t *testing.T) {
	for text, want := range map[string]string{
		"=HYPERLINK(1)": "'=HYPERLINK(1)", "+1+cmd": "'+1+cmd", "-1+1": "'-1+1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1",
		"'=1": "''=1", "'quoted'": "'quoted'", "-1.5": "-1.5", "+7": "+7", "-": "-", "": "", "plain": "plain",
	} {
		if got := Cell(text); got != want {
			t.Errorf("%q is written as %q", text, got)
		}
		if got := textOf(Cell(text)); got != text {
			t.Errorf("%q is read back as %q", text, got)
		}
	}
}

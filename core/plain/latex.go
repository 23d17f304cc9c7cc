package plain

import "strings"

// latexSigns are the characters that have a meaning in LaTeX or are not in every font of it, and how to write them.
var latexSigns = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`,
	"}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "\n", " ", "×", `$\times$`,
	"±", `$\pm$`, "σ", `$\sigma$`, "µ", `$\mu$`, "–", "--")

// LaTeXRow writes a row of a tabular.
func LaTeXRow(cells []string) string {
	escaped := make([]string, len(cells))
	for i, text := range cells {
		escaped[i] = latexSigns.Replace(text)
	}
	return strings.Join(escaped, " & ") + ` \\`
}

package screen

import (
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/plain"
)

// markdownRow writes a row of a table in Markdown, below its head if it is the first.
func markdownRow(names, texts []string, first bool) string {
	if first {
		return markdownLine(names) + markdownLine(slices.Repeat([]string{"---"}, len(names))) + markdownLine(texts)
	}
	return markdownLine(texts)
}

func markdownLine(cells []string) string {
	escaped := make([]string, len(cells))
	for i, text := range cells {
		escaped[i] = strings.ReplaceAll(text, "|", "\\|")
	}
	return "| " + strings.Join(escaped, " | ") + " |\n"
}

const latexEnd = "\\hline\n\\end{tabular}\n"

// latexRow writes a row of a tabular in LaTeX, below its head if it is the first.
func latexRow(names, texts []string, first bool) string {
	text := plain.LaTeXRow(texts) + "\n"
	if first {
		text = "\\begin{tabular}{l" + strings.Repeat("r", len(names)-1) + "}\n\\hline\n" + plain.LaTeXRow(names) + "\n\\hline\n" + text
	}
	return text
}

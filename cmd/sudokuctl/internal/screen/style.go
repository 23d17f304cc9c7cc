package screen

import (
	"charm.land/lipgloss/v2"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/plain"
)

// The styles of the terminal; the colours are told apart with every kind of colour vision.
var (
	styleGiven   = lipgloss.NewStyle().Bold(true)
	styleFound   = lipgloss.NewStyle().Foreground(lipgloss.Color("33"))
	styleDim     = lipgloss.NewStyle().Faint(true)
	stylePlace   = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("15")).Background(lipgloss.Color("25"))
	styleStrike  = lipgloss.NewStyle().Foreground(lipgloss.Color("208")).Strikethrough(true)
	stylePattern = lipgloss.NewStyle().Foreground(lipgloss.Color("33")).Bold(true)
)

// paint renders a text in a style where output is coloured.
func paint(a *app.App, style lipgloss.Style, text string) string {
	if !a.Coloured() {
		return text
	}
	return a.Own(style.Render(plain.Line(text)))
}

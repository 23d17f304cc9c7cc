package main

import "charm.land/lipgloss/v2"

// The styles of the terminal; the colours are told apart with every kind of colour vision.
var (
	styleGiven = lipgloss.NewStyle().Bold(true)
	styleFound = lipgloss.NewStyle().Foreground(lipgloss.Color("33"))
	styleDim   = lipgloss.NewStyle().Faint(true)
)

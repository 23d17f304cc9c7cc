// Package explain solves puzzles as a person would: it lists the steps of an explainer, says how an explanation ended and
// why, and gives hints.
package explain

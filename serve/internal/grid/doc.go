// Package grid draws the state of a puzzle, and the step that comes next, as tables of a page: classes for the style sheet, labels
// for screen readers.
package grid

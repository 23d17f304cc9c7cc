package app

import "github.com/sudokuctl/sudokuctl/work"

// Stages shows what a piece of work reports as bars, one for each stage. Events of other kinds go to others, if it
// is not nil. End removes the last bar.
func (a *App) Stages(others func(work.Event)) (progress work.Progress, end func()) {
	var bar *Progress
	end = func() {
		if bar != nil {
			bar.End()
		}
		bar = nil
	}
	return func(e work.Event) {
		switch e := e.(type) {
		case work.Begun:
			end()
			bar = a.Progress(e.Stage, e.Total)
		case work.Advanced:
			if bar != nil {
				bar.Add(int(e))
			}
		case work.Ended:
			end()
		default:
			if others != nil {
				others(e)
			}
		}
	}, end
}

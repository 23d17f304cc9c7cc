package plugintest

import "context"

// Process is what checks may do with the processes behind a subject, or learn of them. A nil function means that it cannot be
// tried.
type Process struct {
	// Start starts another instance of the subject, beside the others.
	Start func(ctx context.Context) (*Instance, error)
	// Losses returns how many processes of the subject have ended by themselves so far, or were killed because they did not react.
	Losses func() int
	// Orphan starts an instance, kills its host and reports whether all its processes were gone two seconds later.
	Orphan func(ctx context.Context) (gone bool, err error)
	// Talk is for programs that speak lines: it starts one, writes text to its standard input, closes it where over
	// is set, and returns the lines that come until wanted have, or until the program has ended or kept silent.
	Talk func(ctx context.Context, text string, wanted int, over bool) (Talk, error)
	// Silent says that the program is known to keep its output back, so that it is asked in batches.
	Silent bool
}

// Instance is a running process of a subject.
type Instance struct {
	Subject *Subject
	Memory  func() (bytes int64, ok bool) // the most that it has held in memory so far
	// asks it to leave, and reports whether it did so without being killed
	Leave func() (politely bool, e error)
}

// Talk is what a program printed.
type Talk struct {
	Lines []string
	Ended bool // it has ended by itself
}

package process

import "time"

const (
	maxDeaths   = 5           // in deathWindow: quarantine
	deathWindow = time.Minute //
	maxDoubling = 5           // the back-off grows to about 30 times its first value
)

// deaths counts the processes of a plugin that died without having answered anything. A process that answered
// puzzles before it died is not counted and clears the count: a plugin that crashes on single puzzles goes on
// answering the others, one that cannot live at all is soon left alone.
type deaths struct {
	times []time.Time
}

// record counts a death.
func (d *deaths) record(now time.Time, answered bool) {
	if answered {
		d.times = d.times[:0]
		return
	}
	for len(d.times) > 0 && now.Sub(d.times[0]) > deathWindow {
		d.times = d.times[1:]
	}
	d.times = append(d.times, now)
}

// tooMany reports whether the plugin is to be left alone.
func (d *deaths) tooMany() bool { return len(d.times) >= maxDeaths }

// delay returns how long to wait before the next start: nothing after the first death, then first, doubled
// with each death that follows.
func (d *deaths) delay(first time.Duration) time.Duration {
	n := len(d.times)
	if n < 2 {
		return 0
	}
	return min(first<<min(n-2, maxDoubling), 30*first)
}

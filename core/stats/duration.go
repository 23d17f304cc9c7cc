package stats

import "time"

// Duration writes a time with three significant digits: "959ns", "13.8ms", "5.94s", "2m13s".
func Duration(d time.Duration) string {
	unit := time.Nanosecond
	for unit < 100*time.Second && d.Abs() >= 1000*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

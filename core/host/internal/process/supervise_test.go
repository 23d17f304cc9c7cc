package process

import (
	"fmt"
	"testing"
	"time"
)

func TestDeaths(t *testing.T) {
	var d deaths
	now := time.Now()
	var delays []time.Duration
	for range maxDeaths {
		d.record(now, false)
		delays = append(delays, d.delay(time.Second))
	}
	if got := fmt.Sprint(delays); got != "[0s 1s 2s 4s 8s]" || !d.tooMany() {
		t.Errorf("delays %s, too many %v", got, d.tooMany())
	}
	if d.record(now.Add(2*deathWindow), false); d.tooMany() || d.delay(time.Second) != 0 {
		t.Error("old deaths count")
	}
	d.record(now.Add(2*deathWindow), false)
	if d.record(now.Add(2*deathWindow), true); d.delay(time.Second) != 0 {
		t.Error("a process that answered does not clear the count")
	}
}

package about

import (
	"runtime/debug"
	"testing"
)

func TestDayOfCommit(t *testing.T) {
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.time", Value: "2026-11-23T21:57:10Z"}}}
	if got := dayOfCommit(info); got != "2026-11-23" {
		t.Errorf("the day is %q", got)
	}
	if got := dayOfCommit(nil); got != "" {
		t.Errorf("the day of an unknown commit is %q", got)
	}
}

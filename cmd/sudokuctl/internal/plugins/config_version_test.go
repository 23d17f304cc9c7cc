package plugins

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestBuildSettings keeps what a report of a fault needs, and neither paths nor flags of a linker.
func TestBuildSettings(t *testing.T) {
	level := "GO" + map[string]string{"amd64": "AMD64", "arm64": "ARM64"}[runtime.GOARCH]
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{
		{Key: "-compiler", Value: "gc"}, {Key: "-ldflags", Value: "-L/home/me"}, {Key: "-trimpath", Value: "true"},
		{Key: "CGO_ENABLED", Value: "1"}, {Key: "GOARM", Value: "7"}, {Key: level, Value: "v3"}}}
	want := "-trimpath=true CGO_ENABLED=1"
	if level != "GO" {
		want += " " + level + "=v3"
	}
	if got := buildSettings(info); got != want {
		t.Errorf("buildSettings is %q instead of %q", got, want)
	}
}

package runs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestShare reads --recheck.
func TestShare(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "0%": 0, "1%": 0.01, "2.5%": 0.025, "100%": 1, "0.0": 0,
		"": -1, "%": -1, "1": -1, "0.5": -1, "101%": -1, "-1%": -1, "NaN%": -1, "NaN": -1, "Inf%": -1, "1%%": -1, "1 %": -1, "one%": -1,
	} {
		got, err := (&poolOptions{recheck: text}).share()
		if want < 0 && err == nil || want >= 0 && (err != nil || got != want) {
			t.Errorf("%q is %v, %v, want %v", text, got, err, want)
		}
	}
}

// TestPoolCheck refuses flags that do not go together.
func TestPoolCheck(t *testing.T) {
	for _, c := range []struct {
		change func(*poolOptions)
		want   string // "" if they do
	}{
		{func(*poolOptions) {}, ""},
		{func(o *poolOptions) { o.listen, o.cert = "0.0.0.0:4222", "x.pem" }, ""},
		{func(o *poolOptions) { o.on = "tls://host:4222" }, ""},
		{func(o *poolOptions) { o.on = "" }, "neither embedded nor a URL"},
		{func(o *poolOptions) { o.on = "Embedded" }, "neither embedded nor a URL"},
		{func(o *poolOptions) { o.on = "host:4222" }, "neither embedded nor a URL"},
		{func(o *poolOptions) { o.on, o.listen = "nats://host", ":4222" }, "--listen and --tls-cert"},
		{func(o *poolOptions) { o.on, o.cert = "nats://host", "x.pem" }, "--listen and --tls-cert"},
		{func(o *poolOptions) { o.lease = 999 * time.Millisecond }, "shorter than a second"},
		{func(o *poolOptions) { o.lease = -time.Hour }, "shorter than a second"},
		{func(o *poolOptions) { o.recheck = "all" }, "--recheck"},
	} {
		o := &poolOptions{on: embedded, lease: time.Minute, recheck: "1%"}
		c.change(o)
		if err := o.check(); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", o, err, c.want)
		}
	}
}

func TestJoinURL(t *testing.T) {
	file := filepath.Join(t.TempDir(), joinFile)
	if err := os.WriteFile(file, []byte("\ntls://token@host:4222\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for join, want := range map[string]string{"nats://host:4222": "nats://host:4222", file: "tls://token@host:4222"} {
		if got, err := joinURL(join); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", join, got, err, want)
		}
	}
	for join, want := range map[string]string{"host:4222": "neither a URL", "": "neither a URL", filepath.Dir(file): "reading how to join"} {
		if got, err := joinURL(join); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v, want %q", join, got, err, want)
		}
	}
}

// TestReachable keeps a host that a person has named; "every address of this machine" is no name for others.
func TestReachable(t *testing.T) {
	for _, host := range []string{"node7", "node7.cluster", "192.0.2.5", "2001:db8::1"} {
		if got := reachable(host); got != host {
			t.Errorf("%s becomes %s", host, got)
		}
	}
	for _, host := range []string{"", "0.0.0.0", "::"} {
		if got := reachable(host); got == "" || got == host {
			t.Errorf("%q becomes %q", host, got)
		}
	}
}

package pool

import "testing"

// TestBare leaves out who connects, and nothing else.
func TestBare(t *testing.T) {
	for url, want := range map[string]string{
		"nats://a:4222":                          "nats://a:4222",
		"tls://coord:cpw@localhost:14922":        "tls://localhost:14922",
		"nats://token@a:4222,nats://u:p@b:4222":  "nats://a:4222,nats://b:4222",
		"tls://u:p%40w/@a:1#sha256=12":           "tls://a:1#sha256=12",
		"tls://1372@192.168.1.5:4222#sha256=9f2": "tls://192.168.1.5:4222#sha256=9f2",
	} {
		if got, secret := Bare(url); got != want || secret != (got != url) {
			t.Errorf("%s: %s, %v", url, got, secret)
		}
	}
}

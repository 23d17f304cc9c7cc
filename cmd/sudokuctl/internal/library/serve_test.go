package library

import "testing"

// TestQueriesAreForThisMachine lists servers that answer queries in SQL without being asked to.
func TestQueriesAreForThisMachine(t *testing.T) {
	for _, c := range []struct {
		options serveOptions
		local   bool
	}{
		{serveOptions{}, true},
		{serveOptions{listen: "127.0.0.1:7411"}, true},
		{serveOptions{listen: "localhost:7411", auth: "token"}, true},
		{serveOptions{listen: "[::1]:7411", readOnly: true}, true},
		{serveOptions{listen: "0.0.0.0:7411", auth: "token"}, false},
		{serveOptions{listen: ":7411", auth: "token"}, false},
		{serveOptions{listen: "192.0.2.1:7411", auth: "token"}, false},
		{serveOptions{listen: "127.0.0.1:7411", auth: "proxy"}, false},
		{serveOptions{hosts: []string{"sudoku.example.org"}}, false},
		{serveOptions{listen: "7411"}, false},
	} {
		if c.options.isLocal() != c.local {
			t.Errorf("%+v: %v, want %v", c.options, !c.local, c.local)
		}
	}
}

//go:build unix

package wire

import (
	"io"
	"net"
	"runtime"
	"testing"
	"time"
)

// From the second stream on, the connection of the next is made when one has ended, and closed with the client.
func TestTheNextConnectionIsMadeAhead(t *testing.T) {
	listener, client := listenDirect(t)
	if err := listener.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	accept := func() *net.UnixConn {
		conn, err := listener.AcceptUnix()
		if err != nil {
			t.Error(err)
		}
		return conn
	}
	plugin := &service{handlers: &Handlers{Solve: echoBatches}}
	pass := func() {
		t.Helper()
		s, err := client.Solve(t.Context(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.CloseSend(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Recv(); err != io.EOF {
			t.Fatal(err)
		}
	}
	ahead := func() *net.UnixConn {
		t.Helper()
		conn := accept()
		for client.direct.isDialing() {
			runtime.Gosched()
		}
		if t.Failed() {
			t.FailNow()
		}
		return conn
	}
	for range 2 {
		go func() {
			if conn := accept(); conn != nil {
				plugin.serveStream(newDirectConn(conn))
			}
		}()
		pass()
	}
	go plugin.serveStream(newDirectConn(ahead()))
	pass()
	conn := ahead()
	defer conn.Close()
	client.Close()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the client was closed, and its connection says %v", err)
	}
}

func (d *dialer) isDialing() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.dialing
}

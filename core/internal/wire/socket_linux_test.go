package wire

import (
	"bytes"
	"errors"
	"io"
	"net"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// sockets returns the two ends of a connection.
func sockets(t *testing.T) (a, b socket) {
	t.Helper()
	path := &net.UnixAddr{Name: filepath.Join(socketFolder(t), "s"), Net: "unix"}
	listener, err := net.ListenUnix("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	one, err := net.DialUnix("unix", nil, path)
	if err != nil {
		t.Fatal(err)
	}
	two, err := listener.AcceptUnix()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { one.Close(); two.Close() })
	return newSocket(one), newSocket(two)
}

// TestSocketsCarryMoreThanFits writes more than the system holds, to somebody who reads it later.
func TestSocketsCarryMoreThanFits(t *testing.T) {
	a, b := sockets(t)
	sent := bytes.Repeat([]byte("0123456789abcdef"), 1<<19)
	written := make(chan error)
	go func() {
		_, err := a.Write(sent)
		written <- errors.Join(err, a.CloseWrite())
	}()
	got, err := io.ReadAll(b)
	if err != nil || !bytes.Equal(got, sent) {
		t.Errorf("%d bytes of %d, %v", len(got), len(sent), err)
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
	if n, err := b.Read(nil); n != 0 || err != nil {
		t.Errorf("nothing was asked for: %d, %v", n, err)
	}
	if n, err := b.Write(nil); n != 0 || err != nil {
		t.Errorf("nothing was to be written: %d, %v", n, err)
	}
}

// TestClosedSocketsFail reads and writes what this end or the other has closed.
func TestClosedSocketsFail(t *testing.T) {
	a, b := sockets(t)
	read := make(chan error)
	go func() {
		_, err := a.Read(make([]byte, 8))
		read <- err
	}()
	a.Close()
	if err := <-read; !errors.Is(err, net.ErrClosed) {
		t.Errorf("read from a closed socket: %v", err)
	}
	if _, err := a.Write([]byte("x")); !errors.Is(err, net.ErrClosed) {
		t.Errorf("written to a closed socket: %v", err)
	}
	if _, err := b.Read(make([]byte, 8)); err != io.EOF {
		t.Errorf("read what the other end had closed: %v", err)
	}
	if n, err := b.Write([]byte("x")); n != 0 || !errors.Is(err, syscall.EPIPE) {
		t.Errorf("written to what the other end had closed: %d bytes, %v", n, err)
	}
}

// A socket can be read without waiting when something has come or the other end is closed, and what was seen is still there to be read.
func TestReadableSockets(t *testing.T) {
	a, b := sockets(t)
	if a.await(0); a.readable() {
		t.Fatal("readable before anything was written")
	}
	if _, err := b.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if a.await(time.Minute); !a.readable() {
		t.Error("not readable with a byte in it")
	}
	buf := make([]byte, 2)
	if n, err := a.Read(buf); n != 1 || err != nil || a.readable() {
		t.Errorf("%d bytes, %v, readable is %v afterwards", n, err, a.readable())
	}
	b.Close()
	if a.await(time.Minute); !a.readable() {
		t.Error("not readable when the other end is closed")
	}
	a.Close()
	if a.await(time.Minute); !a.readable() {
		t.Error("to read a closed socket would wait")
	}
}

//go:build !linux

package wire

import "net"

// socket is a connection.
type socket struct{ *net.UnixConn }

func newSocket(conn *net.UnixConn) socket { return socket{conn} }

//go:build !linux

package wire

import (
	"net"
	"time"
)

// socket is a connection.
type socket struct{ *net.UnixConn }

func newSocket(conn *net.UnixConn) socket { return socket{conn} }

// await does nothing.
func (socket) await(time.Duration) {}

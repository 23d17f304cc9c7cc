// Package broker runs a NATS server with JetStream inside this program, for a pool that has no cluster of its own. What it
// holds is in memory: the ledger of the coordinator decides what is done, so nothing in a broker needs to last.
package broker

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

const (
	maxPayload = 8 << 20 // bytes of a message; the part of a chunk seldom has more
	startTime  = time.Minute
)

// Options say where a broker listens and who may use it.
type Options struct {
	Listen string      // address with port; port 0 takes any that is free
	Token  string      // that everybody must know
	TLS    *tls.Config // nil for none
}

// Broker is a running server.
type Broker struct {
	server *server.Server
	dir    string
}

// Start starts a server and waits until it takes connections.
func Start(o Options) (*Broker, error) {
	b, err := start(o)
	if err != nil {
		return nil, fmt.Errorf("starting a broker on %s: %w", o.Listen, err)
	}
	return b, nil
}

func start(o Options) (*Broker, error) {
	if o.Token == "" {
		return nil, errors.New("it has no token")
	}
	host, portText, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(portText)
	if err != nil {
		return nil, err
	}
	if port == 0 {
		port = server.RANDOM_PORT
	} else if l, err := net.Listen("tcp", o.Listen); err != nil { // the server would only log it
		return nil, err
	} else if err := l.Close(); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "sudokuctl-broker-") // streams are in memory; the server wants a folder all the same
	if err != nil {
		return nil, err
	}
	b := &Broker{dir: dir}
	config := &server.Options{ServerName: "sudokuctl", Host: host, Port: port, Authorization: o.Token, MaxPayload: maxPayload,
		TLSConfig: o.TLS, TLSTimeout: 10, NoSigs: true, NoLog: true, JetStream: true, StoreDir: dir}
	if b.server, err = server.NewServer(config); err != nil {
		b.Stop()
		return nil, err
	}
	b.server.Start()
	if !b.server.ReadyForConnections(startTime) {
		b.Stop()
		return nil, fmt.Errorf("it was not ready within %v", startTime)
	}
	return b, nil
}

// Addr is where the server listens.
func (b *Broker) Addr() *net.TCPAddr { return b.server.Addr().(*net.TCPAddr) }

// Stop ends the server and forgets everything.
func (b *Broker) Stop() {
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
	_ = os.RemoveAll(b.dir) // it is a temporary folder
}

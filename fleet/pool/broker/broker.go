// Package broker runs a NATS server with JetStream inside this program, for a pool that has no cluster of its own. What it
// holds is in memory: the ledger of the coordinator decides what is done, so nothing in a broker needs to last.
package broker

import (
	"crypto/subtle"
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
	Token  string      // lets in who may do everything
	TLS    *tls.Config // nil for none
	// Guest is a token that lets in who may publish and subscribe to these subjects alone; "" for none.
	Guest              string
	Publish, Subscribe []string
}

const (
	maxConnections   = 10_000
	maxSubscriptions = 1_000 // of a connection
)

// admission tells who comes in by their token.
type admission struct {
	owner, guest string
	rights       *server.Permissions // of guests
}

// Check lets a client in, or not.
func (a *admission) Check(c server.ClientAuthentication) bool {
	is := func(token string) bool {
		return token != "" && subtle.ConstantTimeCompare([]byte(c.GetOpts().Token), []byte(token)) == 1
	}
	switch {
	case is(a.owner):
		c.RegisterUser(&server.User{Username: "coordinator"})
	case is(a.guest):
		c.RegisterUser(&server.User{Username: "worker", Permissions: a.rights})
	default:
		return false
	}
	return true
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
	admission := &admission{o.Token, o.Guest, &server.Permissions{Publish: &server.SubjectPermission{Allow: o.Publish},
		Subscribe: &server.SubjectPermission{Allow: o.Subscribe}}}
	config := &server.Options{ServerName: "sudokuctl", Host: host, Port: port, CustomClientAuthentication: admission,
		MaxPayload: maxPayload, MaxConn: maxConnections, MaxSubs: maxSubscriptions, TLSConfig: o.TLS, TLSTimeout: 10,
		NoSigs: true, NoLog: true, JetStream: true, StoreDir: dir}
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

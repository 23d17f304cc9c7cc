// Package broker runs a NATS server with JetStream inside this program, for a pool that has no cluster of its own. What it
// holds is in memory: the ledger of the coordinator decides what is done, so nothing in a broker needs to last.
package broker

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
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

// certificateAge is how long a certificate of our own is valid: nobody looks at the date of one that is pinned.
const certificateAge = 10 * 365 * 24 * time.Hour

// OwnCertificate returns the certificate in a file, and makes it if there is none. Nobody has signed it: workers accept it
// because they know its fingerprint.
func OwnCertificate(file string) (tls.Certificate, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = newCertificate(); err == nil {
			err = os.WriteFile(file, text, 0o600)
		}
	}
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("making a certificate: %w", err)
	}
	c, err := tls.X509KeyPair(text, text)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("reading the certificate in %q: %w", file, err)
	}
	return c, nil
}

// newCertificate returns a certificate and its key as PEM.
func newCertificate() ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "sudokuctl"},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(certificateAge), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, DNSNames: []string{"sudokuctl"}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})...), nil
}

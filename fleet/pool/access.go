package pool

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Access says how to reach a broker.
type Access struct {
	// URL of the broker, or of several servers of a cluster with commas between. A token or user and password may be before
	// the host. A fragment sha256=HEX is the fingerprint of the only certificate to accept.
	URL   string
	Creds string // file with a user's credentials
	CA    string // file with the certificates that may sign that of the broker
}

// pinKey is the key in the fragment of a URL.
const pinKey = "sha256="

// Pinned returns the URL of a broker with the fingerprint of its certificate.
func Pinned(address, token string, certificate []byte) string {
	u := url.URL{Scheme: "tls", User: url.User(token), Host: address}
	sum := sha256.Sum256(certificate)
	return u.String() + "#" + pinKey + hex.EncodeToString(sum[:])
}

// Bare is a URL of a broker, or several with commas between, without the users and passwords before the hosts: those are of
// whoever connects, and what prints the URL ends in logs. It reports whether there were any.
func Bare(brokers string) (bare string, secret bool) {
	all := strings.Split(brokers, ",")
	for i, one := range all {
		scheme, rest, _ := strings.Cut(one, "://")
		end := strings.IndexByte(rest, '#')
		if end < 0 {
			end = len(rest)
		}
		if at := strings.LastIndexByte(rest[:end], '@'); at >= 0 {
			all[i], secret = scheme+"://"+rest[at+1:], true
		}
	}
	return strings.Join(all, ","), secret
}

// Connect connects to a broker. While there is none it tries again, and calls waiting once with the reason. What is refused
// for good is an error: a wrong token or certificate, an invalid URL.
func Connect(ctx context.Context, a Access, name string, waiting func(error)) (*nats.Conn, error) {
	address, pin, _ := strings.Cut(a.URL, "#")
	options := []nats.Option{nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond),
		nats.ReconnectJitter(200*time.Millisecond, time.Second), nats.Timeout(5 * time.Second), nats.PingInterval(5 * time.Second),
		nats.MaxPingsOutstanding(2), nats.ReconnectBufSize(-1), nats.IgnoreAuthErrorAbort(),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})} // or the client prints them
	if a.Creds != "" {
		options = append(options, nats.UserCredentials(a.Creds))
	}
	config, err := a.tls(pin)
	if err != nil {
		return nil, fmt.Errorf("connecting to the broker: %w", err)
	}
	if config != nil {
		options = append(options, nats.Secure(config))
	}
	for told := false; ; {
		nc, err := nats.Connect(address, options...)
		switch {
		case err == nil:
			return nc, nil
		case isFinal(err):
			return nil, fmt.Errorf("connecting to the broker: %w", hideSecrets(err, address))
		}
		if !told && waiting != nil {
			told = true
			waiting(hideSecrets(err, address))
		}
		if err := sleep(ctx, time.Second); err != nil {
			return nil, err
		}
	}
}

// isFinal reports whether another try would fail as well.
func isFinal(err error) bool {
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var host x509.HostnameError
	var parse *url.Error
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrSecureConnRequired) ||
		errors.Is(err, nats.ErrSecureConnWanted) || errors.Is(err, errPin) || errors.As(err, &unknown) || errors.As(err, &invalid) ||
		errors.As(err, &host) || errors.As(err, &parse) || errors.Is(err, os.ErrNotExist)
}

// hideSecrets takes the secrets of a URL out of an error, for errors reach logs.
func hideSecrets(err error, address string) error {
	text := err.Error()
	for one := range strings.SplitSeq(address, ",") {
		u, parseErr := url.Parse(strings.TrimSpace(one))
		if parseErr != nil {
			return errors.New("the URL of the broker cannot be read")
		}
		if u.User == nil {
			continue
		}
		for _, secret := range []string{u.User.String(), u.User.Username()} {
			if secret != "" && strings.Contains(text, secret) {
				text = strings.ReplaceAll(text, secret, "…")
			}
		}
	}
	if text == err.Error() {
		return err
	}
	return errors.New(text)
}

var errPin = errors.New("the certificate of the broker is not the one that the URL names")

// tls returns what the certificate of the broker is checked with, nil for the certificates of the system.
func (a Access) tls(pin string) (*tls.Config, error) {
	switch {
	case pin != "":
		want, ok := strings.CutPrefix(pin, pinKey)
		if _, err := hex.DecodeString(want); !ok || err != nil || len(want) != 2*sha256.Size {
			return nil, fmt.Errorf("the fragment %q of the URL is not a fingerprint %sHEX", pin, pinKey)
		}
		return &tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: true, // the fingerprint says more than a signature
			VerifyConnection: func(s tls.ConnectionState) error {
				if len(s.PeerCertificates) == 0 {
					return errPin
				}
				if sum := sha256.Sum256(s.PeerCertificates[0].Raw); hex.EncodeToString(sum[:]) != want {
					return errPin
				}
				return nil
			}}, nil
	case a.CA != "":
		pem, err := os.ReadFile(a.CA)
		if err != nil {
			return nil, err
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%q holds no certificate", a.CA)
		}
		return &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: pool}, nil
	}
	return nil, nil
}

package catalog

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Client downloads files over HTTPS. The zero value is ready to use.
type Client struct {
	Patience time.Duration // for the next bytes; 30 s if it is 0
	Limit    time.Duration // for a whole file; 10 minutes if it is 0
}

const (
	maxArchive   = 64 << 20
	maxRedirects = 5
)

// ErrUnreachable is for a server that could not be asked.
var ErrUnreachable = errors.New("the server cannot be reached")

// IsAddress reports whether a text is meant as an address on the web.
func IsAddress(text string) bool { return strings.Contains(text, "://") }

// parseAddress reads an address that may be downloaded from: https, or http on this machine.
func parseAddress(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, err
	case u.Host == "" || u.User != nil || !isSafe(u):
		return nil, fmt.Errorf("address %q: want https://host/path", text)
	}
	return u, nil
}

// isSafe reports whether nobody between can change what an address has.
func isSafe(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	local := u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
	return u.Scheme == "https" || u.Scheme == "http" && local
}

// Download writes what an address has into a new file and returns its SHA-256. What is no archive is an error.
func (c Client) Download(ctx context.Context, address, file string) (sum string, err error) {
	u, err := parseAddress(address)
	if err != nil {
		return "", err
	}
	body, err := c.open(ctx, u)
	if err != nil {
		return "", err
	}
	defer body.Close()
	return save(body, file)
}

// read returns what an address has.
func (c Client) read(ctx context.Context, u *url.URL, limit int64) ([]byte, error) {
	body, err := c.open(ctx, u)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	return readAll(body, limit)
}

// save writes an archive into a new file and returns its SHA-256.
func save(from io.Reader, file string) (sum string, err error) {
	in := bufio.NewReader(from)
	head, err := in.Peek(headLength)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if kind := typeOf(head); kind != tarType && kind != zipType {
		return "", notArchive(kind)
	}
	out, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, hash), io.LimitReader(in, maxArchive+1))
	if err = cmp.Or(err, out.Close()); err == nil && n > maxArchive {
		err = fmt.Errorf("it is longer than %d MiB", maxArchive>>20)
	}
	return hex.EncodeToString(hash.Sum(nil)), err
}

// download is the body of an answer. Each Read has until the client's patience ends.
type download struct {
	body     io.ReadCloser
	ctx      context.Context // ends with Close
	timer    *time.Timer
	patience time.Duration
	cancel   func()
}

func (c Client) open(ctx context.Context, u *url.URL) (io.ReadCloser, error) {
	limit, patience := cmp.Or(c.Limit, 10*time.Minute), cmp.Or(c.Patience, 30*time.Second)
	whole, stop := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it took longer than %v", limit))
	within, hang := context.WithCancelCause(whole)
	d := &download{ctx: within, patience: patience, cancel: stop}
	d.timer = time.AfterFunc(patience, func() { hang(fmt.Errorf("%w: it sent nothing for %v", ErrUnreachable, patience)) })
	err := d.ask(u)
	if err != nil {
		err = cmp.Or(context.Cause(within), err)
		d.end()
		return nil, err
	}
	return d, nil
}

func (d *download) ask(u *url.URL) error {
	request, err := http.NewRequestWithContext(d.ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	request.Header.Set("User-Agent", "sudokuctl")
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableKeepAlives, transport.DisableCompression = true, true
	client := &http.Client{Transport: transport, CheckRedirect: checkRedirect}
	response, err := client.Do(request)
	if asked := (*url.Error)(nil); errors.As(err, &asked) {
		err = asked.Err // the caller names the address
	}
	var lost net.Error
	if errors.As(err, &lost) {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	if err != nil {
		return err
	}
	d.body = response.Body
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %s", response.Status)
	}
	return nil
}

// checkRedirect follows no redirect that leaves HTTPS.
func checkRedirect(to *http.Request, via []*http.Request) error {
	switch {
	case to.URL.Scheme != "https" && (via[0].URL.Scheme == "https" || !isSafe(to.URL)):
		return fmt.Errorf("it redirects to %s, which is not https", to.URL)
	case len(via) > maxRedirects:
		return fmt.Errorf("it redirects more than %d times", maxRedirects)
	}
	return nil
}

func (d *download) Read(p []byte) (int, error) {
	n, err := d.body.Read(p)
	d.timer.Reset(d.patience)
	switch {
	case err == nil || errors.Is(err, io.EOF):
		return n, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return n, errors.New("the connection ended before the file did")
	}
	return n, cmp.Or(context.Cause(d.ctx), err)
}

func (d *download) Close() error {
	d.end()
	return nil
}

func (d *download) end() {
	d.timer.Stop()
	if d.body != nil {
		_ = d.body.Close() // all that was wanted is read
	}
	d.cancel()
}

package index

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// place is where the files of an index are.
type place interface {
	// open opens a file by its path in the index.
	open(ctx context.Context, name string) (io.ReadCloser, error)
}

// placeOf returns the place that a person names: a folder, or the address of one on the web.
func placeOf(name string, patience time.Duration) (place, error) {
	if !strings.Contains(name, "://") {
		return folder(name), nil
	}
	base, err := url.Parse(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("index address %q: %w", name, err)
	case base.User != nil || base.RawQuery != "" || base.Fragment != "" || base.Host == "":
		return nil, fmt.Errorf("index address %q: want https://host/path alone", name)
	case base.Scheme == "https", base.Scheme == "http" && isLoopback(base.Hostname()):
		return newSite(base, patience), nil
	}
	return nil, fmt.Errorf("index address %q: want https, or a folder", name)
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// folder is an index on a disk. Links that lead out of it are not followed.
type folder string

func (f folder) open(_ context.Context, name string) (io.ReadCloser, error) {
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	name = filepath.FromSlash(name)
	info, err := root.Stat(name) // a pipe would wait for its writer
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fs.ErrNotExist
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return nil, err
	}
	return root.Open(name)
}

// site is an index on the web.
type site struct {
	base     *url.URL
	client   *http.Client
	patience time.Duration // for a whole file
}

const mostRedirects = 5

func newSite(base *url.URL, patience time.Duration) *site {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableCompression: true, DisableKeepAlives: true,
		MaxResponseHeaderBytes: 64 << 10, ForceAttemptHTTP2: true}
	return &site{base: base, patience: patience, client: &http.Client{Transport: transport,
		CheckRedirect: func(to *http.Request, via []*http.Request) error {
			from := via[0].URL
			switch {
			case to.URL.Host != from.Host || to.URL.Scheme != from.Scheme:
				return fmt.Errorf("it redirects to another host, %s://%s", to.URL.Scheme, to.URL.Host)
			case len(via) > mostRedirects:
				return fmt.Errorf("it redirects more than %d times", mostRedirects)
			}
			return nil
		}}}
}

func (s *site) open(ctx context.Context, name string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, s.patience, fmt.Errorf("it took longer than %v", s.patience))
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base.JoinPath(name).String(), nil)
	if err != nil {
		cancel()
		return nil, err
	}
	response, err := s.client.Do(request)
	if err != nil {
		err = causeOf(ctx, err)
		cancel()
		return nil, err
	}
	if response.StatusCode == http.StatusOK {
		return &download{ctx, cancel, response.Body}, nil
	}
	response.Body.Close()
	cancel()
	if response.StatusCode == http.StatusNotFound {
		return nil, fs.ErrNotExist
	}
	return nil, fmt.Errorf("the server answers %s", response.Status)
}

// download is the body of an answer.
type download struct {
	ctx    context.Context // of the request
	cancel context.CancelFunc
	body   io.ReadCloser
}

func (d *download) Read(b []byte) (int, error) {
	n, err := d.body.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = causeOf(d.ctx, err)
	}
	return n, err
}

func (d *download) Close() error {
	defer d.cancel()
	return d.body.Close()
}

// causeOf returns why a request failed, without its address, which the caller adds.
func causeOf(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	if request := (*url.Error)(nil); errors.As(err, &request) {
		return request.Err
	}
	return err
}

// read reads a whole file of an index, which may have a limit of bytes.
func read(ctx context.Context, from place, name string, limit int64) ([]byte, error) {
	body, err := from.open(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	defer body.Close()
	text, err := io.ReadAll(io.LimitReader(body, limit+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("reading %s: it is longer than %d KiB", name, limit>>10)
	}
	return text, nil
}

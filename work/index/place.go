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
	// read reads a file by its path in the index, and no more of it than so many bytes.
	read(ctx context.Context, name string, most int64) ([]byte, error)
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

func (f folder) read(_ context.Context, name string, most int64) ([]byte, error) {
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
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, most))
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

func (s *site) read(ctx context.Context, name string, most int64) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, s.patience, fmt.Errorf("it took longer than %v", s.patience))
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base.JoinPath(name).String(), nil)
	if err != nil {
		return nil, err
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, causeOf(ctx, err)
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return nil, fs.ErrNotExist
	default:
		return nil, fmt.Errorf("the server answers %s", response.Status)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, most))
	if err != nil {
		err = causeOf(ctx, err)
	}
	return text, err
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
	text, err := from.read(ctx, name, limit+1)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("reading %s: it is longer than %d KiB", name, limit>>10)
	}
	return text, nil
}

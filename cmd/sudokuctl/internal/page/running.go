package page

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/serve"
)

// running is what programs of this user can know of a server. Its keys are stable.
type running struct {
	Address string `json:"address"`
	PID     int    `json:"pid"`
	Token   string `json:"token"`
}

// serversFolder is where the files of servers are.
func serversFolder() (string, error) {
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if !filepath.IsAbs(dir) {
		var err error
		if dir, err = os.UserCacheDir(); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, "sudokuctl"), nil
}

// writeSecret tells programs of this user where the server is.
func writeSecret(port, base, secret string) (path string, err error) {
	dir, err := serversFolder()
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, "serve-"+port+".json")
	text, err := json.Marshal(running{base, os.Getpid(), secret})
	if err != nil {
		return "", err
	}
	os.Remove(path) // one of another mode
	return path, os.WriteFile(path, append(text, '\n'), 0o600)
}

// listServers prints an address of each server that is up, which opens one browser.
func listServers(ctx context.Context, a *app.App) error {
	dir, err := serversFolder()
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(dir, "serve-*.json"))
	if err != nil {
		return err
	}
	up := 0
	for _, file := range files {
		var s running
		text, err := os.ReadFile(file)
		if err != nil || json.Unmarshal(text, &s) != nil || probe(ctx, s.Address) != nil {
			continue // it has ended
		}
		if up++; s.Token != "" {
			s.Address += "?ticket=" + serve.NewTicket(s.Token)
		}
		fmt.Fprintln(a.Stdout, s.Address)
	}
	if up == 0 {
		return fmt.Errorf("no server of yours is up; \"sudokuctl serve\" starts one")
	}
	return nil
}

// probeTime is how long a server may take to say that it is up.
const probeTime = 4 * time.Second

// probe asks a server whether it is up, as the health check of a container does: an image need hold no other program.
func probe(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return app.UsageErrorf("invalid value %q for --probe: must be an address such as http://localhost:7411/", address)
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.JoinPath("health").String(), nil)
	if err != nil {
		return err
	}
	// The certificate is that of a name which this address need not be, and nothing secret is sent.
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	answer, err := client.Do(r)
	if err != nil {
		return fmt.Errorf("asking %s: %w", address, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 100))
	if err != nil || answer.StatusCode != http.StatusOK || strings.TrimSpace(string(text)) != "ok" {
		return fmt.Errorf("asking %s: it answers %s", address, answer.Status)
	}
	return nil
}

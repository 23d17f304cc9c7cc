package page

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

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

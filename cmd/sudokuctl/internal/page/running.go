package page

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

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

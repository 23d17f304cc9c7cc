package index

import (
	"context"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/sudokuctl/sudokuctl/core/confine/accept"
)

// long is a patience that no test uses up.
const long = 5 * time.Minute

// market is an index in a folder, with its keeper, an author, and the data folder of somebody who installs plugins.
type market struct {
	t              *testing.T
	index, data    string
	keeper, author SecretKey
	known          accept.Index

	offers []Offer // that were shown
	no     bool    // decline
	beside bool    // keep the version that is installed
	try    error   // what comes of trying a plugin
}

// stand is a market that was set up once: the others are copies of it.
var stand struct {
	once           sync.Once
	keeper, author SecretKey
	files          fstest.MapFS
}

func newMarket(t *testing.T) *market {
	t.Helper()
	m := &market{t: t, index: filepath.Join(t.TempDir(), "index"), data: filepath.Join(t.TempDir(), "data")}
	stand.once.Do(func() {
		m.keeper, m.author = m.key(), m.key()
		m.publish(m.author, "tally", "1.0.0")
		m.sign()
		stand.keeper, stand.author, stand.files = m.keeper, m.author, fstest.MapFS{}
		m.must(fs.WalkDir(os.DirFS(m.index), ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(filepath.Join(m.index, name))
			stand.files[name] = &fstest.MapFile{Data: text, Mode: 0o600}
			return err
		}))
		m.must(os.RemoveAll(m.index))
	})
	m.keeper, m.author = stand.keeper, stand.author
	m.must(os.CopyFS(m.index, stand.files))
	m.known = accept.Index{Name: "commons", Place: m.index, Key: string(m.keeper.Public())}
	return m
}

func (m *market) key() SecretKey {
	m.t.Helper()
	key, err := MakeSecretKey(filepath.Join(m.t.TempDir(), "key"))
	m.must(err)
	return key
}

func (m *market) must(err error) {
	m.t.Helper()
	if err != nil {
		m.t.Fatal(err)
	}
}

// plugin writes the folder of a plugin.
func (m *market) plugin(id, version string, more ...string) string {
	m.t.Helper()
	dir := m.t.TempDir()
	text := "id: " + id + "\nname: Tally\nversion: " + version + "\nrun: [./solver.sh, lib/data]\nkind: exec\nsummary: counts what is left\n" +
		strings.Join(more, "\n")
	m.write(filepath.Join(dir, "plugin.yaml"), text, 0o600)
	m.write(filepath.Join(dir, "solver.sh"), "#!/bin/sh\nexec cat\n", 0o700)
	m.write(filepath.Join(dir, "lib", "data"), id+version, 0o600)
	return dir
}

func (m *market) write(file, text string, mode fs.FileMode) {
	m.t.Helper()
	m.must(os.MkdirAll(filepath.Dir(file), 0o700))
	m.must(os.WriteFile(file, []byte(text), mode))
}

func (m *market) publishing(key SecretKey, folder string) Publishing {
	return Publishing{Plugin: folder, Index: m.index, Platform: anyPlatform, Key: key, Reserved: []string{"entropybt", "dlx"}}
}

func (m *market) publish(key SecretKey, id, version string, more ...string) Published {
	m.t.Helper()
	done, err := m.publishing(key, m.plugin(id, version, more...)).Publish(m.t.Context())
	m.must(err)
	return done
}

func (m *market) sign() *Contents {
	m.t.Helper()
	c, err := Signing{Index: m.index, Name: "commons", Key: m.keeper, Reserved: []string{"entropybt", "dlx"}}.Sign(m.t.Context())
	m.must(err)
	return c
}

// serve serves the index on the web, through a handler if there is one.
func (m *market) serve(handler func(next http.Handler) http.Handler) {
	next := http.FileServer(http.Dir(m.index))
	if handler != nil {
		next = handler(next)
	}
	server := httptest.NewServer(next)
	m.t.Cleanup(server.Close)
	m.known.Place = server.URL
}

func (m *market) installer() *Installer {
	return &Installer{Records: accept.Records{Dir: m.data}, Reserved: []string{"entropybt", "dlx"}, Beside: m.beside,
		Ask: func(o Offer) (bool, error) {
			m.offers = append(m.offers, o)
			return !m.no, nil
		},
		Try: func(_ context.Context, dir string) (accept.Plugin, error) {
			return accept.Plugin{ID: filepath.Base(filepath.Dir(dir)), Path: dir, Sums: map[string]string{}}, m.try
		}}
}

// install opens the index as somebody who has seen it before, and installs a plugin of it.
func (m *market) install(id, version string) error {
	m.t.Helper()
	x, err := Open(m.t.Context(), m.known, long)
	if err != nil {
		return err
	}
	m.known = x.Seen(m.known)
	return m.installer().Install(m.t.Context(), x, id, version)
}

func (m *market) upgrade(id string) (string, error) {
	m.t.Helper()
	x, err := Open(m.t.Context(), m.known, long)
	if err != nil {
		return "", err
	}
	m.known = x.Seen(m.known)
	return m.installer().Upgrade(m.t.Context(), x, id)
}

// left returns the files in the data folder.
func (m *market) left() (all []string) {
	m.t.Helper()
	_ = filepath.WalkDir(m.data, func(path string, d fs.DirEntry, err error) error {
		if err == nil && path != m.data {
			name, _ := filepath.Rel(m.data, path)
			all = append(all, name)
		}
		return nil
	})
	slices.Sort(all)
	return all
}

// refused checks that an error is one line that holds some words.
func refused(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v, want one line with %q", err, want)
	}
}

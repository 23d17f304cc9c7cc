package index

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/core/confine/accept"
)

func (m *market) writeYAML(name string, value any) {
	m.t.Helper()
	text, err := yaml.Marshal(value)
	m.must(err)
	m.must(os.WriteFile(filepath.Join(m.index, name), text, 0o600))
}

// reviseContents changes index.yaml and signs it with the keeper's key.
func (m *market) reviseContents(change func(*Contents)) {
	m.t.Helper()
	text, err := os.ReadFile(filepath.Join(m.index, contentsFile))
	m.must(err)
	var c Contents
	m.must(decode(text, &c))
	change(&c)
	m.writeYAML(contentsFile, c)
	m.signAs(m.keeper)
}

// signAs signs index.yaml as it is.
func (m *market) signAs(key SecretKey) {
	m.t.Helper()
	text, err := os.ReadFile(filepath.Join(m.index, contentsFile))
	m.must(err)
	m.must(os.WriteFile(filepath.Join(m.index, signatureFile), []byte(key.sign(text, "")), 0o600))
}

// spoil replaces a text in a file of the index.
func (m *market) spoil(name, old, new string) {
	m.t.Helper()
	file := filepath.Join(m.index, name)
	text, err := os.ReadFile(file)
	m.must(err)
	if !bytes.Contains(text, []byte(old)) {
		m.t.Fatalf("%s has no %q", name, old)
	}
	m.must(os.WriteFile(file, bytes.Replace(text, []byte(old), []byte(new), 1), 0o600))
}

const archiveName = "archives/tally-1.0.0-any.tar.gz"

// TestAttacks lets a server, or somebody who has broken into it, try to have something else installed.
func TestAttacks(t *testing.T) {
	for _, c := range []struct {
		name   string
		attack func(m *market)
		want   string
	}{
		{"a tampered archive", func(m *market) { m.spoil(archiveName, "\x1f\x8b", "\x1f\x8c") }, "its checksum is "},
		{"a longer archive", func(m *market) { m.spoil(archiveName, "\x1f\x8b", "\x1f\x8b\x08") }, "it is longer than the "},
		{"a shorter archive", func(m *market) { m.must(os.Truncate(filepath.Join(m.index, archiveName), 100)) }, "it ends after 100 of the "},
		{"no archive", func(m *market) { m.must(os.Remove(filepath.Join(m.index, archiveName))) }, "file does not exist"},
		{"an archive that somebody else signed", func(m *market) {
			m.reviseEntry("tally", func(e *Entry) {
				text, err := os.ReadFile(filepath.Join(m.index, archiveName))
				m.must(err)
				e.Releases[0].Archives[0].Signature = m.key().sign(text, "")
			})
		}, "it is not signed by its author"},
		{"a signature of another archive", func(m *market) {
			m.publish(m.author, "tally", "1.1.0")
			m.reviseEntry("tally", func(e *Entry) {
				e.Releases[0].Archives[0].Signature = e.Releases[1].Archives[0].Signature
				e.Releases = e.Releases[:1]
			})
		}, "it is not signed by its author"},
		{"no signature", func(m *market) {
			m.reviseEntry("tally", func(e *Entry) { e.Releases[0].Archives[0].Signature = "" })
		}, "it is not signed by its author"},
		{"another author's key", func(m *market) { m.spoil("plugins/tally.yaml", string(m.author.Public()), string(m.key().Public())) },
			"it is not what the keeper signed"},
		{"a tampered entry", func(m *market) { m.spoil("plugins/tally.yaml", "name: Tally", "name: Telly") }, "it is not what the keeper signed"},
		{"a tampered index", func(m *market) { m.spoil(contentsFile, "serial: 1", "serial: 2") }, "index.yaml is not signed by its keeper"},
		{"an index that somebody else signed", func(m *market) { m.signAs(m.key()) }, "index.yaml is not signed by its keeper"},
		{"an index without signature", func(m *market) { m.must(os.Remove(filepath.Join(m.index, signatureFile))) },
			"reading index.yaml.minisig: file does not exist"},
		{"another index of the same keeper", func(m *market) { m.reviseContents(func(c *Contents) { c.Name = "other" }) }, "it calls itself other now"},
		{"an index that expired", func(m *market) {
			m.reviseContents(func(c *Contents) { c.Expires = time.Now().Add(-time.Hour) })
		}, "its keeper has not signed it again"},
		{"two indexes with a serial number", func(m *market) {
			m.known = accept.Index{Name: "commons", Place: m.known.Place, Key: m.known.Key, Serial: 1, Sum: "0"}
		}, "it differs from the one with the same serial number, 1"},
		{"an index of the future", func(m *market) { m.reviseContents(func(c *Contents) { c.Format = 2 }) },
			"it has format 2 and this program reads format 1"},
		{"an index with keys that nobody knows", func(m *market) {
			m.spoil(contentsFile, "serial: 1", "serial: 1\nrun: [sh]")
			m.signAs(m.keeper)
		}, "field run not found"},
		{"names that look alike", func(m *market) {
			m.reviseContents(func(c *Contents) {
				other := c.Plugins[0]
				other.ID = "ta11y"
				c.Plugins = append(c.Plugins, other)
			})
		}, `"tally" and "ta11y" look alike`},
		{"an entry with another id", func(m *market) { m.reviseEntry("tally", func(e *Entry) { e.ID = "count" }) }, `it is about "count"`},
		{"an archive outside", func(m *market) {
			m.reviseEntry("tally", func(e *Entry) { e.Releases[0].Archives[0].File = "../../secret" })
		}, `archive "../../secret" is not in the index`},
		{"an archive elsewhere", func(m *market) {
			m.reviseEntry("tally", func(e *Entry) { e.Releases[0].Archives[0].File = "https://example.org/x" })
		}, `archive "https://example.org/x" is not in the index`},
		{"an archive without end", func(m *market) {
			m.reviseEntry("tally", func(e *Entry) { e.Releases[0].Archives[0].Size = 1 << 40 })
		}, "and at most 256 MiB are allowed"},
		{"an archive that is an attack of its own", func(m *market) {
			file := filepath.Join(m.index, archiveName)
			text := archiveOf(m.t, member{name: "../../../x", kind: '0', text: "x"})
			m.must(os.WriteFile(file, text, 0o600))
			m.reviseEntry("tally", func(e *Entry) {
				a := &e.Releases[0].Archives[0]
				a.SHA256, a.Signature = sumOf(text), m.author.sign(text, "")
				a.Size = int64(len(text))
			})
		}, `the name "../../../x" leads elsewhere`},
		{"a right to read that is no path", func(m *market) {
			m.reviseEntry("tally", func(e *Entry) { e.Releases[0].Rights.Reads = []string{"../x"} })
		}, `it asks to read "../x": want an absolute path`},
		{"two versions in the wrong order", func(m *market) {
			m.publish(m.author, "tally", "1.1.0")
			m.reviseEntry("tally", func(e *Entry) { e.Releases[0], e.Releases[1] = e.Releases[1], e.Releases[0] })
		}, "version 1.0.0 comes after 1.1.0"},
	} {
		for _, where := range []string{"folder", "web"} {
			t.Run(c.name+"/"+where, func(t *testing.T) {
				m := newMarket(t)
				if where == "web" {
					m.serve(nil)
				}
				c.attack(m)
				refused(t, m.install("tally", ""), c.want)
				if got := strings.Join(m.left(), " "); got != "" && got != "plugins" {
					t.Errorf("left: %q", got)
				}
			})
		}
	}
}

// Somebody who has seen an index is not shown an older one.
func TestAnOldIndexIsRecognised(t *testing.T) {
	m := newMarket(t)
	old := t.TempDir()
	m.must(os.CopyFS(old, os.DirFS(m.index)))
	m.publish(m.author, "tally", "1.0.1")
	m.sign()
	m.must(m.install("tally", ""))
	m.known.Place = old
	_, err := m.upgrade("tally")
	refused(t, err, "it has serial number 1, and number 2 was seen before: somebody may be showing an old copy")
}

// TestServersThatMisbehave lets a server answer as it should not.
func TestServersThatMisbehave(t *testing.T) {
	elsewhere := httptest.NewServer(http.NotFoundHandler())
	defer elsewhere.Close()
	at := func(path string, do http.HandlerFunc) func(http.Handler) http.Handler {
		return func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == path {
					do(w, r)
					return
				}
				next.ServeHTTP(w, r)
			})
		}
	}
	endless := func(w http.ResponseWriter, r *http.Request) {
		for block := make([]byte, 1<<16); r.Context().Err() == nil; {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	}
	silent := func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}
	redirect := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
	}
	for _, c := range []struct {
		name, path string
		do         http.HandlerFunc
		patience   time.Duration
		want       string
	}{
		{"the index is elsewhere", "/index.yaml", redirect(elsewhere.URL + "/index.yaml"), long, "it redirects to another host, " + elsewhere.URL},
		{"the entry is elsewhere", "/plugins/tally.yaml", redirect(elsewhere.URL + "/x"), long, "it redirects to another host"},
		{"the archive is elsewhere", "/" + archiveName, redirect("https://127.0.0.1:1/x"), long, "it redirects to another host, https://127.0.0.1:1"},
		{"the archive is in a file", "/" + archiveName, redirect("file:///etc/passwd"), long, "it redirects to another host, file://"},
		{"round and round", "/index.yaml", redirect("/index.yaml"), long, "it redirects more than 5 times"},
		{"an endless index", "/index.yaml", endless, long, "it is longer than 8192 KiB"},
		{"an endless signature", "/index.yaml.minisig", endless, long, "it is longer than 4 KiB"},
		{"an endless entry", "/plugins/tally.yaml", endless, long, "it is longer than 1024 KiB"},
		{"an endless archive", "/" + archiveName, endless, long, "it is longer than the "},
		{"a silent index", "/index.yaml", silent, time.Second, "it took longer than 1s"},
		{"an error", "/index.yaml", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "", http.StatusTeapot) }, long,
			"the server answers 418"},
		{"a connection that breaks", "/index.yaml", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, long,
			"reading index.yaml: EOF"},
		{"an archive that breaks off", "/" + archiveName, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte("begin"))
			panic(http.ErrAbortHandler)
		}, long, "downloading " + archiveName + ": "},
		{"no index", "/index.yaml", http.NotFound, long, "reading index.yaml: file does not exist"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMarket(t)
			m.serve(at(c.path, c.do))
			x, err := Open(t.Context(), m.known, c.patience)
			if err == nil {
				err = m.installer().Install(t.Context(), x, "tally", "")
			}
			refused(t, err, c.want)
			if got := strings.Join(m.left(), " "); got != "" && got != "plugins" {
				t.Errorf("left: %q", got)
			}
		})
	}
	t.Run("a silent archive", func(t *testing.T) {
		m := newMarket(t)
		m.serve(at("/"+archiveName, silent))
		x, err := Open(t.Context(), m.known, long)
		m.must(err)
		slow, ok := x.place.(*site)
		if !ok {
			t.Fatalf("%T", x.place)
		}
		slow.patience = time.Second
		refused(t, m.installer().Install(t.Context(), x, "tally", ""), "it took longer than 1s")
	})
}

func TestSearch(t *testing.T) {
	m := newMarket(t)
	m.publish(m.author, "guess", "2.0.0")
	m.sign()
	x, err := Open(t.Context(), m.known, long)
	m.must(err)
	for words, want := range map[string]string{"": "guess tally", "tal": "guess tally", "COUNTS left": "guess tally", "gue": "guess", "gue nothing": ""} {
		var got []string
		for _, s := range x.Search(strings.Fields(words)...) {
			got = append(got, s.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q finds %q", words, got)
		}
	}
}

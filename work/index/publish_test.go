package index

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestWhatCannotBePublished(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for _, c := range []struct {
		name, id, version string
		more              []string
		stranger          bool
		want              string
	}{
		{"the same version", "tally", "1.0.0", nil, false, "it is published for any: raise the version in plugin.yaml"},
		{"an older version", "tally", "0.9.0", nil, false, "version 1.0.0 is published, and a new one has to be newer"},
		{"a version before the release", "tally", "1.0.0-rc.1", nil, false, "version 1.0.0 is published"},
		{"no version", "tally", "new", nil, false, `version "new": want one such as 1.2.0`},
		{"somebody else's name", "tally", "2.0.0", nil, true, "the name belongs to the key"},
		{"a name like somebody else's", "tal-ly", "1.0.0", nil, true, `"tal-ly" could be taken for "tally", which is somebody else's`},
		{"the name of a bundled plugin", "entropybt", "1.0.0", nil, false, `"entropybt" is a bundled plugin`},
		{"a name like that of a bundled plugin", "entropy-bt", "1.0.0", nil, false, `could be taken for the bundled "entropybt"`},
		{"what is being worked on", "fresh", "1.0.0", []string{"dev: true"}, false, "its manifest has dev: true"},
		{"what asks for everything", "fresh", "1.0.0", []string{"reads: [/]"}, false, "nobody could install it"},
		{"what asks for the home folder", "fresh", "1.0.0", []string{"reads: [" + home + "]"}, false, "nobody could install it"},
		{"what asks for the root folder by another name", "fresh", "1.0.0", []string{"reads: [/proc/self/root]"}, false, "nobody could install it"},
		{"what asks for the folder above", "fresh", "1.0.0", []string{"reads: [../x]"}, false, "want an absolute path"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMarket(t)
			key := m.author
			if c.stranger {
				key = m.key()
			}
			m.data = m.index
			before := len(m.left())
			_, err := m.publishing(key, m.plugin(c.id, c.version, c.more...)).Publish(t.Context())
			refused(t, err, c.want)
			if after := len(m.left()); after != before {
				t.Errorf("left: %q", m.left())
			}
		})
	}
	m := newMarket(t)
	_, err := m.publishing(m.author, m.stray("1.1.0")).Publish(t.Context())
	refused(t, err, "elsewhere/bin/tool, which \"reads\" of its plugin.yaml does not ask for")
	_, err = m.publishing(m.author, t.TempDir()).Publish(t.Context())
	refused(t, err, "plugin.yaml")
}

// A version is published for several systems, one after the other.
func TestPublishForSeveralSystems(t *testing.T) {
	m := newMarket(t)
	for _, platform := range []string{"linux/amd64", "darwin/arm64"} {
		p := m.publishing(m.author, m.plugin("tally", "1.1.0"))
		p.Platform = platform
		_, err := p.Publish(t.Context())
		m.must(err)
	}
	c := m.sign()
	if s := c.Plugins[0]; s.Version != "1.1.0" || len(s.Platforms) != 2 || c.Serial != 2 {
		t.Errorf("%+v, serial %d", s, c.Serial)
	}
	p := m.publishing(m.author, m.plugin("tally", "1.1.0", "memory_mb: 4096"))
	p.Platform = "linux/arm64"
	_, err := p.Publish(t.Context())
	refused(t, err, "it runs or asks for something else than on linux/amd64, darwin/arm64")
}

func TestWhatAKeeperDoesNotSign(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(m *market)
		want string
	}{
		{"an entry whose key changed", func(m *market) {
			m.must(os.Remove(filepath.Join(m.index, "plugins", "tally.yaml")))
			m.publish(m.key(), "tally", "2.0.0")
		}, `plugin "tally": the name belongs to the key `},
		{"an entry whose version went back", func(m *market) {
			m.must(os.Remove(filepath.Join(m.index, "plugins", "tally.yaml")))
			m.publish(m.author, "tally", "0.9.0")
		}, "its newest version was 1.0.0 and is 0.9.0 now"},
		{"a tampered archive", func(m *market) { m.spoil(archiveName, "\x1f\x8b", "\x1f\x8c") }, "its checksum is "},
		{"an archive that is missing", func(m *market) { m.must(os.Remove(filepath.Join(m.index, archiveName))) }, "file does not exist"},
		{"an entry in a file of another name", func(m *market) {
			m.must(os.Rename(filepath.Join(m.index, "plugins", "tally.yaml"), filepath.Join(m.index, "plugins", "count.yaml")))
		}, `it is about "tally"`},
		{"an index that somebody changed", func(m *market) { m.spoil(contentsFile, "name: Tally", "name: Telly") },
			"index.yaml is not signed by its keeper"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMarket(t)
			c.do(m)
			_, err := Signing{Index: m.index, Key: m.keeper}.Sign(t.Context())
			refused(t, err, c.want)
		})
	}
	m := newMarket(t)
	if _, err := (Signing{Index: m.index, Key: m.author}).Sign(t.Context()); !errors.Is(err, ErrNotKeeper) {
		t.Errorf("another keeper: %v", err)
	}
	_, err := Signing{Index: t.TempDir(), Name: "My Index", Key: m.keeper}.Sign(t.Context())
	refused(t, err, "its name: ")
}

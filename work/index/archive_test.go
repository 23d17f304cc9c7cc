package index

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// member is a file of an archive that somebody made.
type member struct {
	name string
	kind byte
	link string
	text string
	size int64 // that the header says, 0 for that of the text
}

func archiveOf(t testing.TB, members ...member) []byte {
	t.Helper()
	var text bytes.Buffer
	zip := gzip.NewWriter(&text)
	files := tar.NewWriter(zip)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Typeflag: m.kind, Linkname: m.link, Size: int64(len(m.text)), Mode: 0o4777}
		if m.size > 0 {
			h.Size = m.size
		}
		if err := files.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(files, m.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func TestArchivesThatLeadElsewhere(t *testing.T) {
	var many []member
	for i := range mostFiles + 1 {
		many = append(many, member{name: fmt.Sprint(i), kind: tar.TypeReg})
	}
	for _, c := range []struct {
		name    string
		members []member
		want    string
	}{
		{"a folder above", []member{{name: "../x", kind: tar.TypeReg}}, `the name "../x" leads elsewhere`},
		{"a folder above, later", []member{{name: "a/../../x", kind: tar.TypeReg}}, "leads elsewhere"},
		{"a folder within, and back", []member{{name: "a/../x", kind: tar.TypeReg}}, "leads elsewhere"},
		{"an absolute name", []member{{name: "/etc/x", kind: tar.TypeReg}}, "leads elsewhere"},
		{"another system's name", []member{{name: `..\x`, kind: tar.TypeReg}}, "leads elsewhere"},
		{"another system's drive", []member{{name: `c:x`, kind: tar.TypeReg}}, "leads elsewhere"},
		{"a name that steers terminals", []member{{name: "a\x1b[2J", kind: tar.TypeReg}}, "leads elsewhere"},
		{"no name", []member{{name: "", kind: tar.TypeReg}}, "leads elsewhere"},
		{"a folder above, as a folder", []member{{name: "../x/", kind: tar.TypeDir}}, "leads elsewhere"},
		{"a symbolic link", []member{{name: "a", kind: tar.TypeSymlink, link: "/etc"}, {name: "a/x", kind: tar.TypeReg}}, `"a" is a link, to "/etc"`},
		{"a symbolic link within", []member{{name: "a", kind: tar.TypeSymlink, link: "b"}}, "is a link"},
		{"a hard link", []member{{name: "a", kind: tar.TypeLink, link: "../../x"}}, "is a link"},
		{"a pipe", []member{{name: "a", kind: tar.TypeFifo}}, "neither a file nor a folder"},
		{"a device", []member{{name: "a", kind: tar.TypeBlock}}, "neither a file nor a folder"},
		{"a file twice", []member{{name: "a", kind: tar.TypeReg}, {name: "A", kind: tar.TypeReg}}, `it has "A" twice`},
		{"the folder itself, twice", []member{{name: "./", kind: tar.TypeDir}, {name: "./", kind: tar.TypeDir}}, `it has "." twice`},
		{"a file as a folder", []member{{name: "a", kind: tar.TypeReg}, {name: "a/b", kind: tar.TypeReg}}, "unpacking: "},
		{"a huge file", []member{{name: "a", kind: tar.TypeReg, size: 1 << 40}}, "its files have more than 1024 MiB"},
		{"huge files together", []member{{name: "a", kind: tar.TypeReg, text: strings.Repeat("0", 1<<20)},
			{name: "b", kind: tar.TypeReg, size: mostUnpacked - 1<<20 + 1}}, "its files have more than"},
		{"many files", many, "it has more than 4096 files"},
		{"a file that ends too soon", []member{{name: "a", kind: tar.TypeReg, text: "x", size: 4096}}, "unexpected EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			outer := t.TempDir()
			dir := filepath.Join(outer, "a", "b")
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			refused(t, unpack(bytes.NewReader(archiveOf(t, c.members...)), dir), c.want)
			if _, err := os.Stat(filepath.Join(outer, "x")); err == nil {
				t.Error("it wrote a file above")
			}
		})
	}
	refused(t, unpack(strings.NewReader("no archive"), t.TempDir()), "unpacking: ")
}

// What is packed and unpacked is the same, without hidden files and with plain modes.
func TestPackedAndUnpacked(t *testing.T) {
	m := &market{t: t}
	from, to := m.plugin("tally", "1.0.0"), t.TempDir()
	m.write(filepath.Join(from, ".git", "config"), "secret", 0o600)
	m.write(filepath.Join(from, ".hidden"), "secret", 0o600)
	m.write(filepath.Join(from, "go.work"), "use /home/ann/src", 0o600)
	m.write(filepath.Join(from, "go.work.sum"), "", 0o600)
	var one, two bytes.Buffer
	m.must(pack(from, &one))
	m.must(pack(from, &two))
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two archives of the same files differ")
	}
	m.must(unpack(&one, to))
	m.data = to
	if got := strings.Join(m.left(), " "); got != "lib lib/data plugin.yaml solver.sh" {
		t.Errorf("unpacked %s", got)
	}
	for name, mode := range map[string]os.FileMode{"solver.sh": 0o700, "plugin.yaml": 0o600, "lib/data": 0o600} {
		if info, err := os.Stat(filepath.Join(to, name)); err != nil || info.Mode() != mode {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	m.must(unpack(bytes.NewReader(archiveOf(t, member{name: "./", kind: tar.TypeDir}, member{name: "sub/run", kind: tar.TypeReg, text: "x"})), to))
	if info, err := os.Stat(filepath.Join(to, "sub", "run")); err != nil || info.Mode() != 0o700 {
		t.Errorf("set-user-id: %v, %v", info.Mode(), err)
	}
}

func TestWhatCannotBePacked(t *testing.T) {
	m := &market{t: t}
	linked, secret, empty := m.plugin("tally", "1.0.0"), m.plugin("tally", "1.0.0"), t.TempDir()
	m.must(os.Symlink("/etc", filepath.Join(linked, "etc")))
	_, err := MakeSecretKey(filepath.Join(secret, "lib", "my.key"))
	m.must(err)
	refused(t, pack(linked, io.Discard), `"etc" is a link`)
	refused(t, pack(secret, io.Discard), `"lib/my.key" is a secret key`)
	refused(t, pack(empty, io.Discard), "it has no plugin.yaml")
}

package index

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"aead.dev/minisign"

	"github.com/sudokuctl/sudokuctl/core/confine/accept"
)

// Index is an index whose signature was verified.
type Index struct {
	Contents
	sum   string // of index.yaml
	place place
}

// errOld is for an index that is older than one that was seen.
var errOld = errors.New("somebody may be showing an old copy")

// Open reads an index, verifies it with the key that was accepted, and compares it with what was seen of it before. patience
// is how long each file may take.
func Open(ctx context.Context, known accept.Index, patience time.Duration) (*Index, error) {
	x, err := open(ctx, known, patience)
	if err != nil {
		return nil, fmt.Errorf("index %s: %w", known.Name, err)
	}
	return x, nil
}

func open(ctx context.Context, known accept.Index, patience time.Duration) (*Index, error) {
	from, err := placeOf(known.Place, patience)
	if err != nil {
		return nil, err
	}
	x, err := readIndex(ctx, from, Key(known.Key))
	if err != nil {
		return nil, err
	}
	switch {
	case x.Name != known.Name:
		return nil, fmt.Errorf("it calls itself %s now", x.Name)
	case x.Serial < known.Serial:
		return nil, fmt.Errorf("it has serial number %d, and number %d was seen before: %w", x.Serial, known.Serial, errOld)
	case x.Serial == known.Serial && known.Sum != "" && x.sum != known.Sum:
		return nil,
			fmt.Errorf("it differs from the one with the same serial number, %d, that was seen before: its keeper signed both", x.Serial)
	case time.Now().After(x.Expires):
		return nil, fmt.Errorf("it expired on %s, and its keeper has not signed it again: %w", x.Expires.Format(time.DateOnly), errOld)
	}
	return x, nil
}

// readIndex reads an index that a key has signed.
func readIndex(ctx context.Context, from place, key Key) (*Index, error) {
	text, err := read(ctx, from, contentsFile, maxContents)
	if err != nil {
		return nil, err
	}
	signature, err := read(ctx, from, signatureFile, maxSignature)
	if err != nil {
		return nil, err
	}
	public, err := parsePublic(string(key))
	if err != nil {
		return nil, err
	}
	if !minisign.Verify(public, text, signature) {
		return nil, fmt.Errorf("%s is not signed by its keeper, whose key is %s", contentsFile, key)
	}
	x := &Index{sum: sumOf(text), place: from}
	err = decode(text, &x.Contents)
	if err == nil {
		err = x.check()
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", contentsFile, err)
	}
	return x, nil
}

// KeyOf returns the name and the key that an index itself says that it has. Only a person who compares the key with
// what the keeper says elsewhere can know that it is the right one.
func KeyOf(ctx context.Context, where string, patience time.Duration) (name string, key Key, err error) {
	from, err := placeOf(where, patience)
	if err != nil {
		return "", "", err
	}
	text, err := read(ctx, from, contentsFile, maxContents)
	var c Contents
	if err == nil {
		err = decode(text, &c)
	}
	if err == nil {
		key, err = ParseKey(c.Key)
	}
	if err != nil {
		return "", "", fmt.Errorf("index %s: %w", where, err)
	}
	return c.Name, key, nil
}

// Seen returns what is to be remembered of the index, so that an older one is recognised.
func (x *Index) Seen(known accept.Index) accept.Index {
	known.Serial, known.Sum = x.Serial, x.sum
	return known
}

// Search returns the plugins in whose id, name or summary all words occur, whatever their case.
func (x *Index) Search(words ...string) (found []Summary) {
	for _, s := range x.Plugins {
		text, fits := strings.ToLower(s.ID+" "+s.Name+" "+s.Summary), true
		for _, word := range words {
			fits = fits && strings.Contains(text, strings.ToLower(word))
		}
		if fits {
			found = append(found, s)
		}
	}
	return found
}

// Has reports whether the index has a plugin.
func (x *Index) Has(id string) bool {
	_, found := x.summary(id)
	return found
}

func (x *Index) summary(id string) (Summary, bool) {
	for _, s := range x.Plugins {
		if s.ID == id {
			return s, true
		}
	}
	return Summary{}, false
}

// entry reads what the index says of a plugin.
func (x *Index) entry(ctx context.Context, id string) (*Entry, error) {
	s, found := x.summary(id)
	if !found {
		return nil, fmt.Errorf("index %s has no plugin %q", x.Name, id)
	}
	name := entryFile(id)
	text, err := read(ctx, x.place, name, maxEntry)
	if err == nil && sumOf(text) != s.SHA256 {
		err = fmt.Errorf("reading %s: it is not what the keeper signed", name)
	}
	var e Entry
	if err == nil {
		err = decodeEntry(text, id, &e)
	}
	if err == nil && (e.Key != s.Key || e.newest().Version != s.Version) {
		err = fmt.Errorf("reading %s: its key or its newest version are not those of %s", name, contentsFile)
	}
	if err != nil {
		return nil, fmt.Errorf("index %s: %w", x.Name, err)
	}
	return &e, nil
}

func entryFile(id string) string { return entryFolder + "/" + id + ".yaml" }

func decodeEntry(text []byte, id string, e *Entry) error {
	err := decode(text, e)
	if err == nil {
		err = e.check(id)
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", entryFile(id), err)
	}
	return nil
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// fetch downloads an archive and verifies its size, its checksum and the author's signature.
func fetch(ctx context.Context, from place, a Archive, key Key) (archive []byte, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("downloading %s: %w", a.File, err)
		}
	}()
	if archive, err = from.read(ctx, a.File, a.Size+1); err != nil {
		return nil, err
	}
	public, err := parsePublic(string(key))
	switch n := int64(len(archive)); {
	case err != nil:
		return nil, err
	case n > a.Size:
		return nil, fmt.Errorf("it is longer than the %d bytes that the index says", a.Size)
	case n < a.Size:
		return nil, fmt.Errorf("it ends after %d of the %d bytes that the index says", n, a.Size)
	case sumOf(archive) != a.SHA256:
		return nil, fmt.Errorf("its checksum is %s, and the index says %s", sumOf(archive), a.SHA256)
	case !hashed(archive).Verify(public, []byte(a.Signature)):
		return nil, fmt.Errorf("it is not signed by its author, whose key is %s", key)
	}
	return archive, nil
}

// hashed is a text as it is signed and verified, by its hash.
func hashed(text []byte) *minisign.Reader {
	r := minisign.NewReader(bytes.NewReader(text))
	_, _ = io.Copy(io.Discard, r) // it is in memory
	return r
}

package papers

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/sudokuctl/sudokuctl/store/lock"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// A journal keeps what a long study has computed in a file of one JSON record a line, written as it comes, so that the
// same study goes on after it was interrupted or killed. The study's end removes the file. A nil journal keeps nothing.
type journal struct {
	lock *lock.File                 // so that no equal study writes to it too
	held map[string]json.RawMessage // by key, what the file held when it was opened
}

// kept is a line of a journal: something computed, and a key that says what was asked of which program.
type kept struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// openJournal opens the journal of a study with these options in a folder; fresh forgets what it holds. It is nil
// if another study has it.
func openJournal(dir, name string, options any, fresh bool) (*journal, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder for journals: %w", err)
	}
	path := filepath.Join(dir, fmt.Sprintf("%s-%.8s.jsonl", name, keyOf(options)))
	held, err := lock.Take(path)
	if errors.Is(err, lock.ErrHeld) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("opening journal: %w", err)
	}
	j := &journal{lock: held, held: map[string]json.RawMessage{}}
	if fresh {
		err = held.File().Truncate(0)
	}
	if err == nil {
		err = j.read()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("reading journal %q: %w", path, err), held.Close())
	}
	return j, nil
}

// keyOf returns a digest of values that say what was asked.
func keyOf(asked ...any) string {
	text, err := json.Marshal(asked)
	if err != nil {
		panic(err) // they are plain values
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// identity says which program with which settings a plugin is.
func identity(p job.Plugin) string {
	sum, err := p.Sum()
	if err != nil {
		sum = ""
	}
	return fmt.Sprintf("%s %s %s %s", p.ID(), p.Info().Version, p.Settings(), sum)
}

// read takes the records of the file up to the first that a kill has cut, and cuts the file there.
func (j *journal) read() error {
	file := j.lock.File()
	text, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	good := int64(0)
	for line := range bytes.Lines(text) {
		var k kept
		if !bytes.HasSuffix(line, []byte{'\n'}) || json.Unmarshal(line, &k) != nil {
			break
		}
		j.held[k.Key] = k.Value
		good += int64(len(line))
	}
	if err := file.Truncate(good); err != nil {
		return err
	}
	_, err = file.Seek(good, io.SeekStart)
	return err
}

// get finds what an interrupted study has put under a key.
func (j *journal) get(key string, to any) bool {
	return j != nil && json.Unmarshal(j.held[key], to) == nil
}

func (j *journal) put(key string, value any) error {
	if j == nil {
		return nil
	}
	text, err := json.Marshal(value)
	var line []byte
	if err == nil {
		line, err = json.Marshal(kept{key, text})
	}
	if err == nil {
		_, err = j.lock.File().Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing journal: %w", err)
	}
	return nil
}

// end closes the journal and removes it if the study is done.
func (j *journal) end(done bool) error {
	switch {
	case j == nil:
		return nil
	case done:
		return j.lock.Remove()
	}
	return j.lock.Close()
}

package minimal

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// kept is a file with a JSON line for each chunk that was made, in any order. Two studies may write to it at once: a chunk
// that both make is the same. What a kill has cut is left out.
type kept struct{ file *os.File }

type keptLine struct {
	Chunk int    `json:"chunk"`
	Tally *tally `json:"tally"`
}

// openKept opens the file of a sample, of which key says everything that it depends on. Without a folder nothing is kept.
func openKept(folder, key string, fresh bool) (*kept, error) {
	if folder == "" {
		return &kept{}, nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder for samples: %w", err)
	}
	sum := sha256.Sum256([]byte(key))
	path := filepath.Join(folder, "minimal-"+hex.EncodeToString(sum[:6])+".jsonl")
	flags := os.O_RDWR | os.O_CREATE | os.O_APPEND
	if fresh {
		flags |= os.O_TRUNC
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if err != nil {
		return nil, fmt.Errorf("opening the sample: %w", err)
	}
	return &kept{f}, nil
}

// each calls take with every chunk that is kept.
func (k *kept) each(take func(chunk int, t *tally)) error {
	if k.file == nil {
		return nil
	}
	in := bufio.NewReader(k.file)
	for {
		line, err := in.ReadBytes('\n')
		var l keptLine
		if json.Unmarshal(line, &l) == nil && l.Tally != nil && l.Chunk >= 0 {
			take(l.Chunk, l.Tally)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the sample %q: %w", k.file.Name(), err)
		}
	}
}

// add appends a chunk. The line begins with a line break, which ends what a kill may have cut.
func (k *kept) add(chunk int, t *tally) error {
	if k.file == nil {
		return nil
	}
	line, err := json.Marshal(keptLine{chunk, t})
	if err == nil {
		_, err = k.file.Write(append(append([]byte{'\n'}, line...), '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing the sample: %w", err)
	}
	return nil
}

func (k *kept) close() {
	if k.file != nil {
		k.file.Close()
	}
}

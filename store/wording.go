package store

import (
	"fmt"
	"maps"
)

// Labels repeat from puzzle to puzzle, so each set of them is kept once, as a JSON object of labels by slot,
// and a grade names it by number. Why a puzzle could not be graded is there too, as "error".

// maxWordings is how many wordings a task remembers.
const maxWordings = 50_000

// wordings are the ids of wordings that are known to be stored, by text.
type wordings map[string]int64

// id returns nil for a grade without words.
func (w wordings) id(text string) any {
	if text == "" {
		return nil
	}
	return w[text]
}

// addWordings stores those texts that are new and returns the ids of all.
func (b *saving) addWordings(texts []string) (wordings, error) {
	known := wordings{}
	for _, text := range texts {
		if text == "" || known[text] != 0 {
			continue
		}
		if known[text] = b.task.wordings[text]; known[text] != 0 {
			continue
		}
		var id int64
		err := b.QueryRow("INSERT INTO wording (text) VALUES (?) ON CONFLICT (text) DO UPDATE SET text = text RETURNING id",
			text).Scan(&id)
		if err != nil {
			return nil, fmt.Errorf("storing labels: %w", err)
		}
		known[text] = id
	}
	b.AfterCommit(func() { b.task.remember(known) })
	return known, nil
}

func (t *Task) remember(known wordings) {
	if len(t.wordings) > maxWordings || t.wordings == nil {
		t.wordings = wordings{}
	}
	maps.Copy(t.wordings, known)
}

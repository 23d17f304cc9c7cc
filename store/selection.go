package store

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Selection says which puzzles a run is about: those of some sources, some by their numbers, or all.
type Selection struct {
	Sources []int64 `json:"sources"`           // nil: every puzzle of the library; empty: none
	Puzzles IDs     `json:"puzzles,omitempty"` // not nil: these, and Sources does not count
	Unread  bool    `json:"unread,omitempty"`  // the sources have not been read to their end
}

// IDs are numbers of puzzles. Their JSON has [n, m] in place of three or more from n to m, since a run on most puzzles of
// a library would else store as many bytes as it stores grades.
type IDs []int64

// MarshalJSON writes [1,[3,9]] for 1 and 3 to 9, because a run of chosen puzzles records them and there may be a
// million.
func (ids IDs) MarshalJSON() ([]byte, error) {
	text := []byte{'['}
	for i := 0; i < len(ids); {
		first := i
		for i++; i < len(ids) && ids[i] == ids[i-1]+1; i++ {
		}
		if first > 0 {
			text = append(text, ',')
		}
		if i-first < 3 {
			text, i = strconv.AppendInt(text, ids[first], 10), first+1
			continue
		}
		text = fmt.Appendf(text, "[%d,%d]", ids[first], ids[i-1])
	}
	return append(text, ']'), nil
}

// UnmarshalJSON reads what MarshalJSON writes, and lists of numbers alone, as older programs stored them.
func (ids *IDs) UnmarshalJSON(text []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(text, &parts); err != nil || parts == nil {
		return err
	}
	all := make(IDs, 0, len(parts))
	for _, part := range parts {
		if part[0] != '[' {
			id, err := strconv.ParseInt(string(part), 10, 64)
			if err != nil {
				return fmt.Errorf("reading ids: %w", err)
			}
			all = append(all, id)
			continue
		}
		var ends []int64
		if err := json.Unmarshal(part, &ends); err != nil {
			return fmt.Errorf("reading ids: %w", err)
		}
		if len(ends) != 2 || ends[0] < 1 || ends[1] < ends[0] || ends[1]-ends[0] >= int64(maxIDs-len(all)) {
			return fmt.Errorf("reading ids: %s is no range, or one of too many puzzles", part)
		}
		for i := range ends[1] - ends[0] + 1 {
			all = append(all, ends[0]+i)
		}
	}
	*ids = all
	return nil
}

// maxIDs bounds the memory that the ranges of a damaged library take.
const maxIDs = 100_000_000

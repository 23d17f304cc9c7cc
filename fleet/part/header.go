package part

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Schema names the layout of headers and columns.
const Schema = "sudokuctl.part/1"

// Header says what a part holds and how it was made.
type Header struct {
	Schema string `json:"schema"`
	Plan   string `json:"plan,omitempty"` // SHA-256 of the plan, "" for a part that an export wrote
	Chunk  int    `json:"chunk"`          // from 0
	Tasks  []Task `json:"tasks"`
	Host   string `json:"host,omitempty"`
	// Started and CPU are when and at what cost the part was computed.
	Started time.Time     `json:"started,omitzero"`
	CPU     time.Duration `json:"cpu_ns,omitempty"`
	// Set by the Writer.
	Rows        int64  `json:"rows"`
	ContentHash string `json:"content_hash"`
}

// Task is one plugin asked one thing of every puzzle.
type Task struct {
	Kind      Kind            `json:"kind"`
	Plugin    string          `json:"plugin"`
	Version   string          `json:"version"`
	SHA256    string          `json:"sha256,omitempty"` // of the program
	Settings  json.RawMessage `json:"settings,omitempty"`
	Limit     int             `json:"limit,omitempty"` // solutions wanted, 0 = all
	TimeoutMS int64           `json:"timeout_ms,omitempty"`
	Seed      uint64          `json:"seed,omitempty"`
	Metrics   []Metric        `json:"metrics,omitempty"` // of a task that grades
}

// Kind is what a task asks for.
type Kind string

// The kinds of tasks.
const (
	Solve Kind = "solve"
	Grade Kind = "grade"
)

// Metric is a metric that a task measures.
type Metric struct {
	Name     string `json:"name"`
	Unit     string `json:"unit,omitempty"`
	Labelled bool   `json:"labelled,omitempty"` // its grades have words
	Harder   bool   `json:"higher_is_harder,omitempty"`
	Summary  string `json:"summary,omitempty"`
}

func (h *Header) check() error {
	if h.Schema != Schema {
		return fmt.Errorf("its schema is %q, this program reads %q", h.Schema, Schema)
	}
	for _, t := range h.Tasks {
		switch {
		case t.Kind != Solve && t.Kind != Grade:
			return fmt.Errorf("a task of kind %q", t.Kind)
		case t.Plugin == "":
			return errors.New("a task without a plugin")
		}
	}
	return nil
}

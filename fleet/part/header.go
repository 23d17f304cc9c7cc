package part

import (
	"errors"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/work/job"
)

// Schema names the layout of headers and columns.
const Schema = "sudokuctl.part/2"

// oneSolution is the layout before, which has no room for a second solution.
const oneSolution = "sudokuctl.part/1"

// Header says what a part holds and how it was made.
type Header struct {
	Schema string     `json:"schema"`
	Plan   string     `json:"plan,omitempty"` // SHA-256 of the plan, "" for a part that an export wrote
	Chunk  int        `json:"chunk"`          // from 0
	Tasks  []job.Task `json:"tasks"`
	Host   string     `json:"host,omitempty"`
	// Started and CPU are when and at what cost the part was computed.
	Started time.Time     `json:"started,omitzero"`
	CPU     time.Duration `json:"cpu_ns,omitempty"`
	// Times is what each task of a plan took for all rows.
	Times []time.Duration `json:"task_ns,omitempty"`
	// Set by the Writer.
	Rows        int64  `json:"rows"`
	ContentHash string `json:"content_hash"`
}

func (h *Header) check() error {
	if h.Schema != Schema && h.Schema != oneSolution {
		return fmt.Errorf("its schema is %q, this program reads %q", h.Schema, Schema)
	}
	for _, t := range h.Tasks {
		switch {
		case t.Kind != job.Solve && t.Kind != job.Grade:
			return fmt.Errorf("a task of kind %q", t.Kind)
		case t.Plugin == "":
			return errors.New("a task without a plugin")
		}
	}
	return nil
}

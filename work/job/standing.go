package job

import "time"

// Standing is how far a plan for many machines is. Its keys are stable.
type Standing struct {
	Folder    string    `json:"folder" doc:"of the parts"`
	Plan      string    `json:"plan" doc:"its ID, in hexadecimal"`
	Puzzles   int64     `json:"puzzles"`
	Chunks    int       `json:"chunks"`
	Parts     int       `json:"parts" doc:"chunks that are computed"`
	PerSecond float64   `json:"chunks_per_second" doc:"of late, 0 if nothing was computed"`
	Left      float64   `json:"seconds_left" doc:"at that rate, 0 if it is not known"`
	Workers   []Worker  `json:"workers" doc:"of a pool"`
	Failed    []Failure `json:"failed" doc:"chunks of a pool that workers could not compute"`
}

// Worker is what a worker of a pool has last said of itself. Its keys are stable.
type Worker struct {
	Name    string        `json:"name"`
	Host    string        `json:"host"`
	Workers int           `json:"jobs"`  // puzzles at the same time
	Chunk   int           `json:"chunk"` // that it computes, -1 if none
	Chunks  int           `json:"chunks"`
	Puzzles int64         `json:"puzzles"`
	CPU     time.Duration `json:"cpu_ns"` // of its plugins
	Seen    time.Time     `json:"seen"`   // by the clock of the coordinator
}

// Failure is a chunk that workers could not compute. Its keys are stable.
type Failure struct {
	Chunk    int    `json:"chunk"`
	Failures int    `json:"failures"`
	Worker   string `json:"worker"` // that failed last
	Error    string `json:"error"`
}

package formats

import (
	"strconv"
	"strings"
)

// Origin says where a puzzle was first, as the record states it: an export names the file that the library
// had it from, not the library. The zero Origin states nothing.
type Origin struct {
	File    string // file name, "sample:quick", …
	Line    int    // from 1, 0 if there is none
	SHA256  string // of the file's bytes in hexadecimal, "" where unknown
	Licence string // SPDX identifier or words, "" where unknown
}

// NewOrigin splits a place, file:line or a name alone.
func NewOrigin(place, sha256, licence string) Origin {
	o := Origin{File: oneLine(place), SHA256: sha256, Licence: oneLine(licence)}
	colon := strings.LastIndexByte(o.File, ':')
	if line, err := strconv.ParseUint(o.File[colon+1:], 10, 31); err == nil && colon > 0 && line > 0 &&
		o.File[colon+1] != '0' {
		o.File, o.Line = o.File[:colon], int(line)
	}
	return o
}

// take sets what a column of a table says of the origin; it returns false for other columns.
func (o *Origin) take(column, value string) bool {
	switch column {
	case "source":
		*o = NewOrigin(value, o.SHA256, o.Licence)
	case "sha256":
		o.SHA256 = value
	case "licence":
		o.Licence = value
	default:
		return false
	}
	return true
}

// Place is file:line, or the file alone.
func (o Origin) Place() string {
	if o.Line == 0 {
		return o.File
	}
	return o.File + ":" + strconv.Itoa(o.Line)
}

// place is what the record states, else where it was read.
func (r *Record) place() string {
	if r.Origin.File != "" {
		return r.Origin.Place()
	}
	return r.Puzzle.Name
}

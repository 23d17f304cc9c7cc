package store

import (
	"encoding/json"
	"strconv"
)

// appendString writes a JSON string.
func appendString(text []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil {
		return append(text, `""`...)
	}
	return append(text, quoted...)
}

// parseNumber is the inverse of appendNumber.
func parseNumber(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64) // out of range: an infinity, as it was written
	return v
}

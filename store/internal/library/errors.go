package library

import "errors"

// What a question can end with, for errors.Is.
var (
	ErrNotFound = errors.New("not found")
	ErrDeleted  = errors.New("deleted")
)

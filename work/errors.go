package work

import "fmt"

// A RequestError says that a request makes no sense as it is: the caller has to ask for something else.
type RequestError struct {
	Err   error
	Word  string   // the name in the request that nothing has, if that is the fault
	Known []string // the names that would have been understood
}

func (e *RequestError) Error() string { return e.Err.Error() }

func (e *RequestError) Unwrap() error { return e.Err }

func requestErrorf(format string, args ...any) error {
	return &RequestError{Err: fmt.Errorf(format, args...)}
}

// unknown returns a RequestError about a name that is none of the known ones.
func unknown(word string, known []string, format string, args ...any) error {
	return &RequestError{Err: fmt.Errorf(format, args...), Word: word, Known: known}
}

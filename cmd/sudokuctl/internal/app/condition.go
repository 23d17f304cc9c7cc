package app

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// Filter is a condition on puzzles, with the words that it may use.
func (a *App) Filter(where string) store.Filter {
	return a.Env(nil).Filter(where)
}

// errorText is what the program says of an error. A bad condition is shown with a mark below the place.
func errorText(err error) string {
	var request *work.RequestError
	if errors.As(err, &request) {
		return err.Error() + screen.DidYouMean(request.Word, request.Known)
	}
	var missing *work.MissingError
	if errors.As(err, &missing) {
		return fmt.Sprintf("%v; see \"sudokuctl plugin log %s\"", err, missing.Plugin)
	}
	var bad *store.WhereError
	if !errors.As(err, &bad) {
		return err.Error()
	}
	return bad.Reason + screen.DidYouMean(bad.Name, bad.Known) + "\n  " + bad.Where + "\n  " +
		strings.Repeat(" ", bad.Column-1) + "^"
}

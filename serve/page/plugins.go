package page

import (
	"net/http"
	"net/url"
)

func (s *site) pluginsPage(*http.Request) (*layout, error) {
	return &layout{Title: "Plugins", Tab: "plugins", Body: s.Candidates(), Command: "sudokuctl plugin list",
		Formats: s.formatsOf("/plugins", url.Values{})}, nil
}

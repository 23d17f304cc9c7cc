package page

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
)

func (s *site) pluginsPage(*http.Request) (*layout, error) {
	return &layout{Title: "Plugins", Tab: "plugins", Body: s.desk.Plugins(), Command: "sudokuctl plugin list",
		Formats: s.formatsOf("/plugins", url.Values{})}, nil
}

// pluginBody is the body of the page of a plugin.
type pluginBody struct {
	ID string
	*desk.PluginDetail
}

func (s *site) pluginPage(r *http.Request) (*layout, error) {
	b := &pluginBody{ID: r.PathValue("id")}
	l := &layout{Title: "Plugin " + b.ID, Tab: "plugin", Body: b, Command: "sudokuctl plugin info " + shell(b.ID),
		Formats: [][2]string{{"JSON", s.desk.Path(desk.APIPath + "/plugins/" + url.PathEscape(b.ID))}}}
	var err error
	if b.PluginDetail, err = s.desk.Plugin(r.Context(), b.ID, false); err != nil {
		l.Tab = "problem"
	}
	return l, err
}

// start starts a plugin, so that its page can show what it declares.
func (s *site) start(w http.ResponseWriter, r *http.Request) (*layout, error) {
	id := r.PathValue("id")
	if _, err := s.desk.Plugin(r.Context(), id, true); err != nil {
		return nil, err
	}
	return s.elsewhere(w, r, "/plugins/%s", url.PathEscape(id))
}

// Limits are the limits of a number, "" if it has none.
func (b *pluginBody) Limits(low, high *float64) string {
	switch {
	case low != nil && high != nil:
		return fmt.Sprintf("%g to %g", *low, *high)
	case low != nil:
		return fmt.Sprintf("from %g", *low)
	case high != nil:
		return fmt.Sprintf("up to %g", *high)
	}
	return ""
}

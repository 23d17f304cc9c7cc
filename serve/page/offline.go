package page

import (
	"bytes"
	"html/template"
	"net/http"

	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/serve/static"
)

// offline is the body of a page that is saved as one file.
type offline struct {
	*comparison
	Style   template.CSS
	Command string
}

// saveCompare answers with the page that compares solvers as one file, which needs no server: style and charts are in it,
// and nothing leads elsewhere.
func (s *site) saveCompare(w http.ResponseWriter, r *http.Request) {
	b, l, err := s.comparison(r, false)
	if err == nil && b.Solvers == nil {
		err = problem.New(http.StatusNotFound, "there is nothing to compare yet: no answers of solvers")
	}
	if err != nil {
		s.show(w, r, func(*http.Request) (*layout, error) { return nil, err })
		return
	}
	var out bytes.Buffer
	if err := s.templates()["offline"].ExecuteTemplate(&out, "offline", &offline{b, template.CSS(static.Text("style.css")), l.Command}); err != nil {
		s.Log.Error("a page failed", "page", "offline", "error", err)
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Disposition", "attachment; filename=compare.html")
	w.Write(out.Bytes())
}

package page

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"net/http"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/serve/static"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// offline is the body of a page that is saved as one file.
type offline struct {
	*comparison
	Style   template.CSS
	Command string
}

// WriteComparison writes a page that compares solvers and needs no server: style and charts are in it, and nothing leads
// elsewhere.
func WriteComparison(w io.Writer, c *library.Comparison) error {
	b := &comparison{found: c}
	b.show(desk.NameOnly)
	o := &offline{b, template.CSS(static.Text("style.css")), "sudokuctl compare"}
	for _, r := range c.Runs {
		o.Command += fmt.Sprintf(" %d", r.ID) // also of the newest: there will be newer ones
	}
	o.Command += " --reference " + shell(b.Ref)
	page, err := parsed()["offline"].Clone() // what was executed could not be cloned for a site
	if err != nil {
		return err
	}
	return page.ExecuteTemplate(w, "offline", o)
}

// saveCompare answers with the page that compares solvers as one file.
func (s *site) saveCompare(w http.ResponseWriter, r *http.Request) {
	b, _, err := s.comparison(r)
	if err == nil && b.found == nil {
		err = problem.New(http.StatusNotFound, "there is nothing to compare yet: no answers of solvers")
	}
	if err != nil {
		s.show(w, r, func(*http.Request) (*layout, error) { return nil, err })
		return
	}
	var out bytes.Buffer
	if err := WriteComparison(&out, b.found); err != nil {
		s.desk.Options.Log.Error("a page failed", "page", "offline", "error", err)
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Disposition", "attachment; filename=compare.html")
	w.Write(out.Bytes())
}

package page

import (
	"bytes"
	"net/http"

	"github.com/sudokuctl/sudokuctl/serve/static"
)

// SignIn answers a browser that is not known: with a form for the token that leads to a path below base, and from there to the
// page that it asked for; wrong says what was wrong with its address or token, "" for nothing.
func SignIn(w http.ResponseWriter, base, action, to, wrong string) {
	var b bytes.Buffer
	page, err := parsed()["signin"].Clone() // what was executed could not be cloned for a site
	if err == nil {
		err = page.ExecuteTemplate(&b, "signin", map[string]string{"Base": base, "Action": action, "To": to, "Wrong": wrong,
			"Icon": static.Name("icon.svg"), "Style": static.Name("style.css")})
	}
	if err != nil {
		panic(err) // of a template of our own
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusUnauthorized)
	w.Write(b.Bytes())
}

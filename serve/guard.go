package serve

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/serve/page"
)

// policy is the content security policy of every answer: scripts and styles of our own, no plugins, and who may frame
// it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'; frame-ancestors "

// guard decides who may ask. A request must name a host that we answer to, which ends DNS rebinding; must not come from
// another site if it may change anything or is one of the API; and must know the secret, if there is one.
type guard struct {
	options *Options
	session string // what the cookie of a browser holds

	mu   sync.Mutex
	used map[string]bool // tickets
}

// protect answers only requests to a known name that the same site, a program or a listed origin makes.
func (g *guard) protect(next http.Handler) http.Handler {
	known := g.known(next)
	sameSite := http.NewCrossOriginProtection().Handler(known)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy+g.framers(r))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		switch asksAPI, origin := strings.HasPrefix(r.URL.Path, desk.APIPath+"/"), r.Header.Get("Origin"); {
		case !g.answersTo(r.Host):
			problem.New(http.StatusMisdirectedRequest, "this server does not answer to the name "+hostOnly(r.Host)+
				"; sudokuctl serve --host NAME adds one").Write(w)
		case asksAPI && slices.Contains(g.options.Origins, origin):
			g.shared(w, r, origin, known)
		case forEverybody(r):
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
			known.ServeHTTP(w, r)
		case fromElsewhere(r) && (asksAPI || r.Header.Get("Sec-Fetch-Mode") != "navigate"):
			problem.New(http.StatusForbidden,
				"another site asks; sudokuctl serve --cors ORIGIN lets its pages use the API").Write(w)
		default:
			sameSite.ServeHTTP(w, r)
		}
	})
}

// framers are the sites that may show a page in a frame: of pages that are made for it those that were named.
func (g *guard) framers(r *http.Request) string {
	if len(g.options.Framers) == 0 || !strings.HasPrefix(r.URL.Path, "/embed/") {
		return "'none'"
	}
	return strings.Join(g.options.Framers, " ")
}

// forEverybody reports whether a request is for a picture or a feed of a series, which other sites and readers of feeds
// show.
func forEverybody(r *http.Request) bool {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	return reads && strings.HasPrefix(r.URL.Path, "/daily/") && path.Ext(r.URL.Path) != ""
}

// fromElsewhere reports whether a page of another site makes a browser send this request. Of one that only reads,
// http.CrossOriginProtection does not ask.
func fromElsewhere(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return false
	case "":
		origin, err := url.Parse(r.Header.Get("Origin"))
		return r.Header.Get("Origin") != "" && (err != nil || origin.Host != r.Host)
	}
	return true
}

// shared answers a page of an origin that may use the API.
func (g *guard) shared(w http.ResponseWriter, r *http.Request, origin string, known http.Handler) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "Link, Location, Retry-After")
	h.Add("Vary", "Origin")
	if r.Method != http.MethodOptions {
		known.ServeHTTP(w, r)
		return
	}
	h.Set("Access-Control-Allow-Methods", "GET, POST")
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID")
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
}

// answersTo reports whether a value of the header Host is one of ours, in any case and with or without a dot
// at the end of the name.
func (g *guard) answersTo(value string) bool {
	name, port, err := net.SplitHostPort(value)
	if err != nil {
		name, port = strings.Trim(value, "[]"), ""
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	for _, ours := range g.options.Hosts {
		ourName, ourPort, err := net.SplitHostPort(ours)
		if err != nil {
			ourName, ourPort = strings.Trim(ours, "[]"), port
		}
		if name == strings.ToLower(ourName) && port == ourPort {
			return true
		}
	}
	return false
}

// hostOnly returns a host without its port.
func hostOnly(value string) string {
	if name, _, err := net.SplitHostPort(value); err == nil {
		return name
	}
	return value
}

// known lets requests through that know the secret, and exchanges tickets for cookies.
func (g *guard) known(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if g.options.Secret == "" {
			next.ServeHTTP(w, r)
			return
		}
		if ticket := r.URL.Query().Get("ticket"); ticket != "" {
			g.exchange(w, r, ticket)
			return
		}
		asksAPI := strings.HasPrefix(r.URL.Path, desk.APIPath+"/")
		switch bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); {
		case ok && equal(bearer, g.options.Secret), g.hasCookie(r), r.URL.Path == "/health",
			strings.HasPrefix(r.URL.Path, "/static/"),
			asksAPI && strings.HasPrefix(path.Base(r.URL.Path), "openapi"): // what it is, and nothing that is in it
			next.ServeHTTP(w, r)
		case r.Method == http.MethodPost && r.URL.Path == signInPath:
			g.signIn(w, r)
		case asksAPI:
			w.Header().Set("WWW-Authenticate", "Bearer")
			problem.New(http.StatusUnauthorized, "this needs the header \"Authorization: Bearer TOKEN\"; "+
				"the file that \"sudokuctl serve\" names on standard error has the token").Write(w)
		default:
			w.Header().Set("WWW-Authenticate", "Bearer")
			g.askForToken(w, r.URL.RequestURI(), "")
		}
	})
}

// exchange gives a browser the cookie for a ticket, and sends it to the same address without the ticket.
func (g *guard) exchange(w http.ResponseWriter, r *http.Request, ticket string) {
	clean, query := *r.URL, r.URL.Query()
	query.Del("ticket")
	clean.RawQuery = query.Encode()
	if !g.redeem(ticket) && !g.hasCookie(r) {
		g.askForToken(w, clean.RequestURI(), "This address was used before, or is of another server: each opens one browser.")
		return
	}
	g.letIn(w, r, &clean)
}

// signInPath is where the form for a token leads.
const signInPath = "/sign-in"

// maxForm is the most bytes that the form for a token needs.
const maxForm = 8 << 10

// signIn gives a browser the cookie for the secret.
func (g *guard) signIn(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	to, err := url.Parse(r.PostFormValue("to"))
	if err != nil {
		to = &url.URL{Path: "/"}
	}
	if !equal(strings.TrimSpace(r.PostFormValue("token")), g.options.Secret) {
		g.askForToken(w, to.RequestURI(), "This is not the token of this server.")
		return
	}
	g.letIn(w, r, &url.URL{Path: to.Path, RawQuery: to.RawQuery})
}

// askForToken shows the form for the token.
func (g *guard) askForToken(w http.ResponseWriter, to, wrong string) {
	page.SignIn(w, g.options.Desk.BasePath, signInPath, to, wrong)
}

// letIn gives a browser the cookie, and sends it to a page.
func (g *guard) letIn(w http.ResponseWriter, r *http.Request, to *url.URL) {
	http.SetCookie(w, &http.Cookie{Name: cookieName(r.Host), Value: g.session,
		Path: g.options.Desk.BasePath + "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil})
	to.Path, to.RawPath = "/"+strings.TrimLeft(to.Path, "/"), "" // "//host" would be another host
	http.Redirect(w, r, g.options.Desk.BasePath+to.RequestURI(), http.StatusSeeOther)
}

// NewTicket returns a ticket for the server with this secret. A program that knows the secret can make one without
// asking the server.
func NewTicket(secret string) string {
	name := rand.Text()
	return name + seal(secret, name)
}

// seal is what only those can say of a ticket who know the secret.
func seal(secret, name string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(name))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// redeem reports whether a ticket is good, which it is once.
func (g *guard) redeem(ticket string) bool {
	const sealed = 32 // characters
	name := ticket[:max(0, len(ticket)-sealed)]
	if !equal(ticket, name+seal(g.options.Secret, name)) {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	good := !g.used[ticket]
	g.used[ticket] = true
	return good
}

// cookieName holds the port: browsers share cookies among all ports of a host.
func cookieName(host string) string {
	_, port, err := net.SplitHostPort(host)
	if err != nil {
		port = "0"
	}
	return "sudokuctl-" + port
}

// hasCookie reports whether the browser has signed in.
func (g *guard) hasCookie(r *http.Request) bool {
	c, err := r.Cookie(cookieName(r.Host))
	return err == nil && equal(c.Value, g.session)
}

// equal compares in a time that does not depend on where two texts differ, nor on their lengths.
func equal(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// Bounds of a request.
const (
	readTime  = 15 * time.Second // that only reads: computing, and waiting for a slot, have shorter times of their own
	writeTime = bodyTime         // that stores something
	maxBody   = 1 << 20
	maxImport = 64 << 20
)

// bounded gives requests a time, and reads their bodies before next is called. A client that sends slowly keeps nothing
// busy so, and the context of a request ends when its client leaves, which net/http notices only behind the body.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		most, limit := int64(maxBody), readTime
		name := strings.TrimPrefix(r.URL.Path, desk.APIPath)
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			limit = writeTime
			if name == "/import" || name == "/puzzles" {
				most = maxImport
			}
		}
		if r.ContentLength != 0 {
			body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
			if errors.Is(err, os.ErrDeadlineExceeded) {
				problem.New(http.StatusRequestTimeout, "the body did not arrive in time").Write(w)
				return
			}
			r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), failing{err}))
		}
		// At its read deadline net/http would end the request, as if the client had left.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
		if last := path.Base(name); last != "events" && last != "export" { // each part of which has a time
			ctx, cancel := context.WithTimeout(r.Context(), limit)
			defer cancel()
			r = r.WithContext(ctx)
		}
		next.ServeHTTP(w, r)
	})
}

// failing is the end of a body that could not be read as a whole.
type failing struct{ err error }

// Read returns the error, or the end if there is none.
func (f failing) Read([]byte) (int, error) {
	if f.err == nil {
		return 0, io.EOF
	}
	return 0, f.err
}

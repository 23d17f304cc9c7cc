package serve

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

// policy is the content security policy of every answer: scripts and styles of our own, no frames, no plugins.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// guard decides who may ask. A request must name a host that we answer to, which ends DNS rebinding; must not come from
// another site if it may change anything or is one of the API; and must know the secret, if there is one.
type guard struct {
	options *Options
	session string // what the cookie of a browser holds

	mu      sync.Mutex
	tickets map[string]bool
}

func newGuard(o *Options) *guard {
	return &guard{options: o, session: rand.Text(), tickets: map[string]bool{}}
}

func (g *guard) protect(next http.Handler) http.Handler {
	known := g.known(next)
	sameSite := http.NewCrossOriginProtection().Handler(known)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !g.answersTo(r.Host) {
			http.Error(w, "this server does not answer to the name "+hostOnly(r.Host)+
				"; sudokuctl serve --host NAME adds one", http.StatusMisdirectedRequest)
			return
		}
		switch asksAPI, origin := strings.HasPrefix(r.URL.Path, desk.APIPath+"/"), r.Header.Get("Origin"); {
		case asksAPI && slices.Contains(g.options.Origins, origin):
			g.shared(w, r, origin, known)
		case fromElsewhere(r) && (asksAPI || r.Header.Get("Sec-Fetch-Mode") != "navigate"):
			problem.New(http.StatusForbidden, "another site asks; sudokuctl serve --cors ORIGIN lets its pages use the API").Write(w)
		default:
			sameSite.ServeHTTP(w, r)
		}
	})
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
		switch bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); {
		case ok && equal(bearer, g.options.Secret), g.hasCookie(r), r.URL.Path == "/health", strings.HasPrefix(r.URL.Path, "/static/"):
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("WWW-Authenticate", "Bearer")
		if strings.HasPrefix(r.URL.Path, desk.APIPath+"/") {
			problem.New(http.StatusUnauthorized, "this needs the header \"Authorization: Bearer TOKEN\"; "+
				"the file that \"sudokuctl serve\" names on standard error has the token").Write(w)
			return
		}
		http.Error(w, "this page needs the address that \"sudokuctl serve\" printed; each opens one browser, and Enter in its terminal prints another", http.StatusUnauthorized)
	})
}

// exchange gives a browser the cookie for a ticket, and sends it to the same address without the ticket.
func (g *guard) exchange(w http.ResponseWriter, r *http.Request, ticket string) {
	g.mu.Lock()
	known := g.tickets[ticket]
	delete(g.tickets, ticket)
	g.mu.Unlock()
	if !known && !g.hasCookie(r) {
		http.Error(w, "this address was used before; Enter in the terminal of \"sudokuctl serve\" prints another",
			http.StatusUnauthorized)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName(r.Host), Value: g.session, Path: g.options.Desk.BasePath + "/", HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil})
	clean, query := *r.URL, r.URL.Query()
	query.Del("ticket")
	clean.RawQuery = query.Encode()
	clean.Path, clean.RawPath = "/"+strings.TrimLeft(clean.Path, "/"), "" // "//host" would be another host
	http.Redirect(w, r, g.options.Desk.BasePath+(&clean).RequestURI(), http.StatusSeeOther)
}

func (g *guard) ticket() string {
	if g.options.Secret == "" {
		return ""
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	t := rand.Text()
	g.tickets[t] = true
	return t
}

// cookieName holds the port: browsers share cookies among all ports of a host.
func cookieName(host string) string {
	_, port, err := net.SplitHostPort(host)
	if err != nil {
		port = "0"
	}
	return "sudokuctl-" + port
}

func (g *guard) hasCookie(r *http.Request) bool {
	c, err := r.Cookie(cookieName(r.Host))
	return err == nil && equal(c.Value, g.session)
}

// equal compares in a time that does not depend on where two texts differ, nor on their lengths.
func equal(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

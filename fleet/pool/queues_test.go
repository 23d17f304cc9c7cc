package pool

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sudokuctl/sudokuctl/fleet/pool/broker"
)

// TestGuest has a worker that may do what workers may and nothing else: it computes a plan, takes and leaves large objects, and can
// neither remove nor make streams, nor pose as a coordinator.
func TestGuest(t *testing.T) {
	t.Parallel()
	open, dir := opener(t), t.TempDir()
	plan := planOf(t, open, dir, 100)
	l := openLedger(t, dir, plan)
	o := broker.Options{Listen: "127.0.0.1:0", Token: "mine", Guest: "yours"}
	o.Publish, o.Subscribe = WorkerSubjects(l.Run)
	b, err := broker.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Stop)
	mine, yours := connect(t, "nats://mine@"+b.Addr().String()), connect(t, "nats://yours@"+b.Addr().String())
	if _, err := Connect(t.Context(), Access{URL: "nats://other@" + b.Addr().String()}, "test", nil); err == nil {
		t.Error("another token is let in")
	}
	ours, err := newQueues(mine, l.Run)
	if err != nil {
		t.Fatal(err)
	}
	if err := ours.make(t.Context(), inMemory.Storage, time.Minute); err != nil {
		t.Fatal(err)
	}
	theirs, err := newQueues(yours, l.Run)
	if err != nil {
		t.Fatal(err)
	}
	large := bytes.Repeat([]byte("large"), 1<<18)
	if name, err := theirs.put(t.Context(), "object", large); err != nil {
		t.Error(err)
	} else if store, err := theirs.js.ObjectStore(t.Context(), theirs.bucket()); err != nil {
		t.Error(err)
	} else if got, err := store.GetBytes(t.Context(), name); err != nil || !bytes.Equal(got, large) {
		t.Errorf("%d bytes: %v", len(got), err)
	}
	short, cancel := context.WithTimeout(t.Context(), pause)
	defer cancel()
	if err := theirs.js.DeleteStream(short, theirs.workStream()); err == nil {
		t.Error("a worker removes the queue")
	}
	if _, err := theirs.js.CreateStream(short, jetstream.StreamConfig{Name: "MINE", Subjects: []string{"mine"}}); err == nil {
		t.Error("a worker makes a stream")
	}
	if _, err := yours.Subscribe(offerSubject, func(m *nats.Msg) { _ = m.Respond(nil) }); err != nil {
		t.Error(err)
	}
	if err := yours.Flush(); err != nil {
		t.Error(err)
	}
	if _, err := ask(t.Context(), mine); !errors.Is(err, nats.ErrNoResponders) {
		t.Errorf("a worker poses as a coordinator: %v", err)
	}

	ctx, end := context.WithCancel(t.Context())
	var worker sync.WaitGroup
	worker.Go(func() {
		if err := Work(ctx, yours, open, WorkerOptions{Workers: 1}); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	r, err := Coordinate(ctx, mine, plan, dir, l, inMemory)
	end()
	worker.Wait()
	if err != nil || r.Done != 10 {
		t.Errorf("%+v: %v", r, err)
	}
	contentOf(t, plan, dir)
}

// documented starts a server with the permissions that the page on many machines lists. The password of each user is its name.
func documented(t *testing.T) (address string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/machines.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```hcl\n")
	config, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("the page has no configuration")
	}
	for _, user := range []string{"coordinator", "worker", "watcher"} {
		config = strings.Replace(config, "$"+strings.ToUpper(user), user, 1)
	}
	file := filepath.Join(t.TempDir(), "nats.conf")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := server.ProcessConfigFile(file)
	if err != nil {
		t.Fatal(err)
	}
	o.Host, o.Port, o.NoSigs, o.NoLog, o.StoreDir, o.MaxPayload = "127.0.0.1", server.RANDOM_PORT, true, true, t.TempDir(), 1<<10+reserve
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server is not ready")
	}
	return "@" + s.Addr().String()
}

// TestDocumentedPermissions computes a plan with large parts as users of an outside server who may do what the page lists and nothing
// else, while another one watches, who can do nothing else.
func TestDocumentedPermissions(t *testing.T) {
	t.Parallel()
	open, dir, address := opener(t), t.TempDir(), documented(t)
	plan := planOf(t, open, dir, 300)
	l := openLedger(t, dir, plan)
	as := func(user string) *nats.Conn { return connect(t, "nats://"+user+":"+user+address) }
	watcher := as("watcher")
	heard, err := watcher.SubscribeSync(liveSubject + "*")
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	var worker sync.WaitGroup
	worker.Go(func() {
		if err := Work(ctx, as("worker"), open, WorkerOptions{Workers: 1}); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	r, err := Coordinate(ctx, as("coordinator"), plan, dir, l, Options{Storage: Storage{Replicas: 1}, Lease: DefaultLease})
	end()
	worker.Wait()
	if err != nil || r.Done != len(plan.Chunks) {
		t.Errorf("%+v: %v", r, err)
	}
	contentOf(t, plan, dir)
	if _, err := heard.NextMsg(time.Minute); err != nil {
		t.Errorf("who watches hears nothing: %v", err)
	}
	refused := make(chan error, 1)
	watcher.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err })
	if err := watcher.Publish(overSubject+l.Run, nil); err != nil {
		t.Fatal(err)
	}
	if err := <-refused; !errors.Is(err, nats.ErrPermissionViolation) {
		t.Error(err)
	}
}

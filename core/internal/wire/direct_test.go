//go:build unix

package wire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// listenDirect returns a listener and a client that knows of no other way to it.
func listenDirect(t *testing.T) (*net.UnixListener, *Client) {
	path := filepath.Join(socketFolder(t), DirectSocket)
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	client := NewClient(unreachable{})
	client.UseDirect(path)
	return listener, client
}

// unreachable is a gRPC connection that is not to be used.
type unreachable struct{ grpc.ClientConnInterface }

var errUnreachable = errors.New("this went over gRPC")

func (unreachable) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, errUnreachable
}

// serveDirectly serves handlers on a direct socket alone.
func serveDirectly(t *testing.T, h *Handlers) *Client {
	listener, client := listenDirect(t)
	go serveDirect(listener, &service{handlers: h})
	return client
}

// echoBatches answers each puzzle with its givens until the host has sent all.
func echoBatches(s *SolveServer) error {
	var r Request
	var a Answers
	for {
		err := s.Recv(&r)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if r.Batch == nil {
			continue
		}
		a.Reset(r.Batch.First)
		a.Grids = append(a.Grids, r.Batch.Givens...)
		for range r.Batch.Len() {
			a.Add(Exhausted, 1, &sudoku.Stats{Guesses: 3}, "")
		}
		if err := s.Send(&a); err != nil {
			return err
		}
	}
}

func directPuzzles(count int) []*sudoku.Puzzle {
	g := sudoku.MustGeometry("9")
	all := make([]*sudoku.Puzzle, count)
	for i := range all {
		all[i] = sudoku.MustPuzzle(g, nil)
		for k := range all[i].Givens {
			all[i].Givens[k] = uint8((i + k) % 10)
		}
	}
	return all
}

func TestADirectStreamCarriesWhatIsSent(t *testing.T) {
	client := serveDirectly(t, &Handlers{Solve: echoBatches})
	for _, sizes := range [][]int{{1}, {1, 1000, 2, 13000, 1, 1}, {}} {
		s, err := client.Solve(t.Context(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			first := uint64(0)
			for _, size := range sizes {
				if err := s.Send(first, directPuzzles(size)); err != nil {
					t.Error(err)
				}
				first += uint64(size)
			}
			s.Stop(1)
			s.CloseSend()
		}()
		got := 0
		for {
			rows, err := s.Recv()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			for row := range rows {
				if row.Seq != uint64(got) || row.Count != 1 || row.Stats.Guesses != 3 || len(row.Grids) != 81 {
					t.Fatalf("answer %d: %+v", got, row)
				}
				got++
			}
		}
		want := 0
		for _, size := range sizes {
			want += size
		}
		if _, err := s.Recv(); err != io.EOF || got != want {
			t.Errorf("%v: %d answers, then %v", sizes, got, err)
		}
	}
}

func TestADirectStreamCarriesGrades(t *testing.T) {
	client := serveDirectly(t, &Handlers{Grade: func(s *GradeServer) error {
		var r Request
		if err := s.Recv(&r); err != nil {
			return err
		}
		var g Grades
		g.Reset(r.Batch.First)
		g.Add(Exhausted, []sudoku.Grade{{Metric: "clues", Value: 17}}, 5, "")
		return s.Send(&g)
	}})
	s, err := client.Grade(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Send(7, directPuzzles(1))
	rows, err := s.Recv()
	if err != nil {
		t.Fatal(err)
	}
	for row := range rows {
		if row.Seq != 7 || len(row.Grades) != 1 || row.Grades[0].Value != 17 {
			t.Errorf("%+v", row)
		}
	}
	if _, err := s.Recv(); err != io.EOF {
		t.Error(err)
	}
}

// Cancelling ends both sides, whether or not the host has sent all.
func TestCancellingEndsADirectStream(t *testing.T) {
	for _, sentAll := range []bool{false, true} {
		begun, over := make(chan struct{}), make(chan error, 1)
		client := serveDirectly(t, &Handlers{Solve: func(s *SolveServer) error {
			var r Request
			err := s.Recv(&r)
			close(begun)
			if err == nil {
				err = s.Recv(&r)
			}
			<-s.Context().Done()
			over <- err
			return err
		}})
		ctx, cancel := context.WithCancel(t.Context())
		s, err := client.Solve(ctx, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.Send(0, directPuzzles(1))
		if sentAll {
			s.CloseSend()
		}
		<-begun
		cancel()
		if _, err := s.Recv(); !errors.Is(err, context.Canceled) {
			t.Errorf("sent all %v: the host's end: %v", sentAll, err)
		}
		if err := <-over; sentAll != (err == io.EOF) || !sentAll && status.Code(err) != codes.Canceled {
			t.Errorf("sent all %v: the plugin's end: %v", sentAll, err)
		}
		if err := s.Send(1, directPuzzles(1)); err != io.EOF {
			t.Errorf("sent all %v: sending afterwards: %v", sentAll, err)
		}
	}
}

// A plugin that ends a stream early is heard, though the host goes on sending.
func TestAnErrorOfADirectStream(t *testing.T) {
	client := serveDirectly(t, &Handlers{Solve: func(s *SolveServer) error {
		return status.Error(codes.InvalidArgument, "no, thank you")
	}})
	s, err := client.Solve(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		for first := uint64(0); s.Send(first, directPuzzles(1000)) == nil; first += 1000 {
		}
	}()
	if _, err := s.Recv(); err == nil || err.Error() != "no, thank you" {
		t.Error(err)
	}
	<-sent
	g, err := client.Grade(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Recv(); !errors.Is(err, sudoku.ErrUnsupported) {
		t.Error(err)
	}
}

// Frames of a plugin that break the protocol, or end too early.
func TestMalformedFramesOfAPlugin(t *testing.T) {
	ok := []byte("\x09\x00\x00\x00\x02\x12\x01\x02\x1a\x01\x00\x2a\x01\x05") // an answer to puzzle 0: no solution
	for _, test := range []struct {
		name, sent string
		code       codes.Code
		want       string
	}{
		{"nothing", "", codes.Unavailable, "unexpected EOF"},
		{"half a head", "\x01\x00", codes.Unavailable, "unexpected EOF"},
		{"a head without content", "\x05\x00\x00\x00\x02", codes.Unavailable, "unexpected EOF"},
		{"half the content", "\x05\x00\x00\x00\x02abc", codes.Unavailable, "unexpected EOF"},
		{"one byte too many", "\x01\x00\x40\x00\x02", codes.ResourceExhausted, "a message of 4194305 bytes, more than 4194304"},
		{"the longest length", "\xff\xff\xff\xff\x02", codes.ResourceExhausted, "a message of 4294967295 bytes"},
		{"kind 0", "\x00\x00\x00\x00\x00", codes.Internal, "a frame of kind 0, which is out of place"},
		{"a kind that only hosts send", "\x00\x00\x00\x00\x01", codes.Internal, "a frame of kind 1"},
		{"an unknown kind", "\x00\x00\x00\x00\xc8", codes.Internal, "a frame of kind 200"},
		{"a message that is none", "\x02\x00\x00\x00\x02\xff\xff", codes.Internal, "reading a message: reading a tag"},
		{"a status that is none", "\x02\x00\x00\x00\x03\xff\xff", codes.Internal, "reading a message: reading a tag"},
		{"a text that is none", "\x05\x00\x00\x00\x03\x08\x02\x12\x01\xff", codes.Internal, "a text is not UTF-8"},
		{"half a head after a message", string(ok) + "\x01\x00", codes.Unavailable, "unexpected EOF"},
		{"a message after the end", "\x00\x00\x00\x00\x03" + string(ok), codes.OK, "EOF"},
	} {
		listener, client := listenDirect(t)
		go func() {
			conn, err := listener.AcceptUnix()
			if err != nil {
				return
			}
			defer conn.Close()
			c := newDirectConn(conn)
			for range 2 { // the frame that opens the stream and the batch
				if _, size, err := c.next(); err != nil || c.content(&c.rest, size) != nil {
					return
				}
			}
			conn.Write([]byte(test.sent))
		}()
		s, err := client.Solve(t.Context(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.Send(0, directPuzzles(1))
		for err == nil {
			_, err = s.Recv()
		}
		if !strings.Contains(err.Error(), test.want) || test.code != codes.OK && status.Code(err) != test.code ||
			Disconnected(err) != (test.code == codes.Unavailable) {
			t.Errorf("%s: %v", test.name, err)
		}
		if _, again := s.Recv(); again == nil || again.Error() != err.Error() {
			t.Errorf("%s: once more: %v", test.name, again)
		}
	}
}

// Frames of a host that break the protocol: the plugin ends that stream and serves others.
func TestMalformedFramesOfAHost(t *testing.T) {
	client := serveDirectly(t, &Handlers{Solve: echoBatches})
	open := "\x24\x00\x00\x00\x01/sudokuctl.v1.AlgorithmService/Solve"
	for _, test := range []struct {
		name, sent string
		code       codes.Code
		want       string
	}{
		{"a message first", "\x00\x00\x00\x00\x02", codes.Internal, "a frame of kind 2, which is out of place"},
		{"another method", "\x01\x00\x00\x00\x01x", codes.Unimplemented, `method "x" is not served here`},
		{"too long a method", "\x01\x00\x40\x00\x01", codes.ResourceExhausted, "4194305 bytes"},
		{"opened twice", open + open, codes.Internal, "a frame of kind 1"},
		{"a message that is none", open + "\x02\x00\x00\x00\x02\xff\xff", codes.Internal, "reading a message"},
		{"a batch without geometry", open + "\x04\x00\x00\x00\x02\x12\x02\x1a\x00", codes.InvalidArgument, "no geometry"},
	} {
		conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: client.direct.path, Net: "unix"})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.Write([]byte(test.sent))
		c := newDirectConn(conn)
		kind, size, err := c.next()
		if err != nil || kind != frameEnd {
			t.Fatalf("%s: a frame of kind %d, %v", test.name, kind, err)
		}
		if err := c.receiveStatus(size); status.Code(err) != test.code || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	s, err := client.Solve(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Send(0, directPuzzles(1))
	if _, err := s.Recv(); err != nil {
		t.Error(err)
	}
}

// A frame may come in any pieces.
func TestFramesInPieces(t *testing.T) {
	listener, client := listenDirect(t)
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: client.direct.path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	accepted, err := listener.AcceptUnix()
	if err != nil {
		t.Fatal(err)
	}
	defer accepted.Close()
	var sent []byte
	out := newDirectConn(conn)
	for i := range 30 {
		frame := append(out.begin(0), bytes.Repeat([]byte{byte(i)}, i*i)...)
		if err := out.finish(frameKind(i), frame); err != nil {
			t.Fatal(err)
		}
	}
	conn.CloseWrite()
	if sent, err = io.ReadAll(accepted); err != nil {
		t.Fatal(err)
	}
	conn.Close()
	for _, piece := range []int{1, 2, 5, 6, 7, 64, 1000, len(sent)} {
		conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: client.direct.path, Net: "unix"})
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			defer conn.Close()
			for rest := sent; len(rest) > 0; rest = rest[min(piece, len(rest)):] {
				conn.Write(rest[:min(piece, len(rest))])
			}
		}()
		accepted, err := listener.AcceptUnix()
		if err != nil {
			t.Fatal(err)
		}
		in := newDirectConn(accepted)
		var content []byte
		for i := range 30 {
			kind, size, err := in.next()
			if err == nil {
				err = in.content(&content, size)
			}
			if err != nil || kind != frameKind(i) || !bytes.Equal(content, bytes.Repeat([]byte{byte(i)}, i*i)) {
				t.Fatalf("pieces of %d: frame %d: kind %d, %d bytes, %v", piece, i, kind, size, err)
			}
		}
		if _, _, err := in.next(); err != io.EOF {
			t.Errorf("pieces of %d: then %v", piece, err)
		}
		accepted.Close()
	}
}

// Without a direct socket, or with one that nobody serves any more, gRPC is left.
func TestWithoutADirectSocket(t *testing.T) {
	listener, client := listenDirect(t)
	listener.Close()
	if _, err := client.Solve(t.Context(), Options{}); !errors.Is(err, errUnreachable) {
		t.Errorf("a socket that is closed: %v", err)
	}
	client.UseDirect("")
	if _, err := client.Grade(t.Context(), Options{}); !errors.Is(err, errUnreachable) {
		t.Errorf("no socket: %v", err)
	}
}

// FuzzFrames has a plugin send any bytes: the host reads them to their end and reports one.
func FuzzFrames(f *testing.F) {
	f.Add([]byte("\x09\x00\x00\x00\x02\x12\x01\x02\x1a\x01\x00\x2a\x01\x05\x00\x00\x00\x00\x03"))
	f.Add([]byte("\x05\x00\x00\x00\x03\x08\x02\x12\x01x"))
	f.Add([]byte("\xff\xff\xff\xff\x02"))
	f.Fuzz(func(t *testing.T, sent []byte) {
		listener, client := listenDirect(t)
		go func() {
			conn, err := listener.AcceptUnix()
			if err != nil {
				return
			}
			defer conn.Close()
			conn.Write(sent)
			conn.CloseWrite()
			io.Copy(io.Discard, conn)
		}()
		s, err := client.Solve(t.Context(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.Send(0, directPuzzles(1))
		for err == nil {
			_, err = s.Recv()
		}
	})
}

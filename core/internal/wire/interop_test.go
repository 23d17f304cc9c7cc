package wire

import (
	"io"
	"iter"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// socketFolder returns a folder for sockets. Their path holds about 100 bytes, which a long TMPDIR with the name of the test exceeds.
func socketFolder(t *testing.T) string {
	t.Helper()
	base := ""
	if len(os.TempDir()) > 40 && os.PathSeparator == '/' {
		base = "/tmp"
	}
	folder, err := os.MkdirTemp(base, "socket")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// dial serves register's service over a Unix socket and connects to it.
func dial(t *testing.T, server *grpc.Server, register func(grpc.ServiceRegistrar)) *grpc.ClientConn {
	t.Helper()
	register(server)
	path := filepath.Join(socketFolder(t), "s")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	conn, err := grpc.NewClient("unix:"+path, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(); server.Stop() })
	return conn
}

// foreign is a plugin as stock protobuf code of any language would serve it: it leaves out every column it
// can, and answers each puzzle on its own with its givens.
type foreign struct {
	pb.UnimplementedAlgorithmServiceServer
}

func (foreign) Solve(stream grpc.BidiStreamingServer[pb.SolveRequest, pb.SolveResponse]) error {
	cells := 0
	for {
		r, err := stream.Recv()
		if err != nil {
			return nil
		}
		b := r.GetBatch()
		if g := b.GetGeometry(); g != nil {
			cells = int(g.GetCells())
		}
		for i := range len(b.GetGivens()) / cells {
			err := stream.Send(&pb.SolveResponse{First: b.GetFirst() + uint64(i), Endings: []byte{byte(Exhausted)},
				Counts: []uint64{1}, Solutions: b.GetGivens()[i*cells : (i+1)*cells]})
			if err != nil {
				return err
			}
		}
	}
}

// receive returns the rows of the next message, about puzzles of so many cells.
func receive(s *HostStream, cells func(first uint64) int) (iter.Seq[*Answer], error) {
	m, err := s.Recv()
	if err != nil {
		return nil, err
	}
	return m.Rows(cells(m.First))
}

func TestAPluginWithTheStockCodecIsUnderstood(t *testing.T) {
	conn := dial(t, grpc.NewServer(), func(s grpc.ServiceRegistrar) {
		pb.RegisterAlgorithmServiceServer(s,
			foreign{})
	})
	s, err := NewClient(conn).Solve(t.Context(), Options{Ask: runner.Ask{Limit: 1}})
	if err != nil {
		t.Fatal(err)
	}
	four, six := sudoku.MustGeometry("4"), sudoku.MustGeometry("6")
	a := sudoku.MustPuzzle(four, sudoku.Grid{15: 4})
	b := sudoku.MustPuzzle(six, sudoku.Grid{35: 6})
	for i, batch := range [][]*sudoku.Puzzle{{a, a}, {b}, {a}} {
		if err := s.Send(uint64(10*i), batch); err != nil {
			t.Fatal(err)
		}
	}
	s.CloseSend()
	got := map[uint64]int{}
	for {
		rows, err := receive(s, func(first uint64) int {
			if first == 10 {
				return 36
			}
			return 16
		})
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for row := range rows {
			got[row.Seq] = int(row.Grids[len(row.Grids)-1])
		}
	}
	if len(got) != 4 || got[0] != 4 || got[1] != 4 || got[10] != 6 || got[20] != 4 {
		t.Error(got)
	}
}

func TestABatchThatIsTooLargeIsSentInTwo(t *testing.T) {
	conn := dial(t, grpc.NewServer(), func(s grpc.ServiceRegistrar) {
		pb.RegisterAlgorithmServiceServer(s,
			foreign{})
	})
	s, err := NewClient(conn).Solve(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	clues := make([]sudoku.SoftClue, 81)
	for c := range clues {
		clues[c] = sudoku.SoftClue{Cell: c, Allowed: sudoku.AllDigits(9), Prob: slices.Repeat([]float64{1. / 9}, 9)}
	}
	p := sudoku.MustPuzzle(sudoku.Classic(), nil, sudoku.Soft(clues...))
	if err := s.Send(0, slices.Repeat([]*sudoku.Puzzle{p}, 1000)); err != nil {
		t.Fatal(err)
	}
	s.CloseSend()
	for answered := 0; answered < 1000; {
		rows, err := receive(s, func(uint64) int { return 81 })
		if err != nil {
			t.Fatalf("after %d answers: %v", answered, err)
		}
		for range rows {
			answered++
		}
	}
}

func TestSoftCluesTravelWithTheirPuzzles(t *testing.T) {
	g := sudoku.MustGeometry("4")
	soft := func(cells ...int) *sudoku.Puzzle {
		var clues []sudoku.SoftClue
		for _, c := range cells {
			clues = append(clues, sudoku.SoftClue{Cell: c, Allowed: sudoku.DigitSet(1, 4)})
		}
		return sudoku.MustPuzzle(g, nil, sudoku.Soft(clues...))
	}
	puzzles := []*sudoku.Puzzle{soft(), soft(0, 15), soft(), soft(3), soft(1, 2, 3)}
	var sent Batch
	if err := sent.fill(0, puzzles); err != nil {
		t.Fatal(err)
	}
	var r Request
	if err := decode(encode(t, &Request{Batch: &sent}), &r); err != nil {
		t.Fatal(err)
	}
	b := r.Batch
	b.Geometry = g
	if err := b.check(); err != nil {
		t.Fatal(err)
	}
	for i, want := range puzzles {
		if got := b.Puzzle(i, new(sudoku.Slot)); !reflect.DeepEqual(got.Soft(), want.Soft()) {
			t.Errorf("puzzle %d: %+v", i, got.Soft())
		}
	}
	b.soft[0], b.soft[1] = b.soft[1], b.soft[0]
	if b.check() == nil {
		t.Error("soft clues out of order pass")
	}
}

func TestAHostWithTheStockCodecIsUnderstood(t *testing.T) {
	solve := func(in *PluginStream) error {
		var r Request
		for in.Recv(&r) == nil {
			a := Answers{First: r.Batch.First, Grids: slices.Clone(r.Batch.Givens)}
			for range r.Batch.Len() {
				a.Add(Stopped, 1, &sudoku.Stats{Guesses: 300, Extra: []sudoku.Measure{{Name: "m", Value: 1}}}, "")
			}
			if err := in.Send(&a); err != nil {
				return err
			}
		}
		return nil
	}
	conn := dial(t, NewServer(nil), func(s grpc.ServiceRegistrar) {
		pb.RegisterAlgorithmServiceServer(s, &service{handlers: &Handlers{Solve: solve}})
	})
	stream, err := pb.NewAlgorithmServiceClient(conn).Solve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	givens := make([]byte, 3*16)
	givens[47] = 4
	if err := stream.Send(&pb.SolveRequest{Batch: &pb.Batch{Geometry: frameOf(sudoku.MustGeometry("4")), First: 7,
		Givens: givens}}); err != nil {
		t.Fatal(err)
	}
	m, err := stream.Recv()
	if err != nil || m.GetFirst() != 7 || len(m.GetEndings()) != 3 || m.GetGuesses()[2] != 300 ||
		!slices.Equal(m.GetSolutions(), givens) || len(m.GetMeasures()) != 3 {
		t.Errorf("%v, %v", m, err)
	}
}

func TestAnswersThatBreakTheProtocolAreErrors(t *testing.T) {
	for name, a := range map[string]Answers{
		"unknown ending":      {Endings: []byte{9}},
		"short column":        {Endings: []byte{2, 2}, Guesses: []uint64{1}},
		"more than sent":      {Endings: []byte{2}, Counts: []uint64{2}, Grids: make([]byte, 16)},
		"less than sent":      {Endings: []byte{2}, Counts: []uint64{1}, Grids: make([]byte, 32)},
		"half a grid":         {Endings: []byte{2}, Counts: []uint64{1}, Grids: make([]byte, 24)},
		"no rows but grids":   {Grids: make([]byte, 16)},
		"measures of nothing": {Endings: []byte{2}, values: []float64{1}},
		"counts overflow":     {Endings: []byte{2, 2}, Counts: []uint64{1 << 63, 1 << 63}},
	} {
		if err := a.check(16); err == nil {
			t.Errorf("%s passes", name)
		}
	}
}

func TestAGeometryTravelsByItsHouses(t *testing.T) {
	for _, text := range []string{"4", "9", "6/3x2", "9+x+w", "5/j:1111213222334425334455554", "4^3",
		"9@ACHIMNORY"} {
		g := sudoku.MustGeometry(text)
		f := frameOf(g)
		if got, err := geometryOf(f); err != nil || got != g {
			t.Errorf("%s: %v, %v", text, got, err)
		}
		f.Text = "of somebody else"
		if got, err := geometryOf(f); err != nil || len(got.Houses()) != len(g.Houses()) || got.String() != f.GetText() {
			t.Errorf("%s: %v, %v", text, got, err)
		}
		f.HouseCells = f.HouseCells[1:]
		if _, err := geometryOf(f); err == nil {
			t.Errorf("%s: a missing cell passes", text)
		}
	}
}

func TestSettingsTravelAsJSONSchema(t *testing.T) {
	want := []sudoku.Setting{
		{Name: "zeal", Default: 3, Min: 1, Max: 9, Summary: "How hard."}, {Name: "rate", Default: 0.5, Max: 1},
		{Name: "mode", Default: "a", Enum: []string{"a", "b"}}, {Name: "bold", Default: true},
	}
	schema, err := SettingsSchema(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseSettingsSchema(schema)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v: %v", got, want, err)
	}
	for _, bad := range []string{"[]", `{"properties":[]}`, `{"properties":{"a":{"type":"array"}}}`,
		`{"properties":{"a":{"type":"integer","default":"x"}}}`} {
		if _, err := ParseSettingsSchema(bad); err == nil {
			t.Errorf("%s passes", bad)
		}
	}
}

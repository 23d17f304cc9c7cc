package wire

import (
	"bytes"
	"math"
	"runtime"
	"slices"
	"testing"

	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// encode returns what the codec writes of a message, or of that of a request.
func encode(t interface{ Fatal(...any) }, v any) []byte {
	if r, ok := v.(*Request); ok {
		v = r.message()
	}
	out, err := newCodec().Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Free()
	return bytes.Clone(out.Materialize())
}

// decode reads data, cut into buffers as gRPC does, with the codec.
func decode(data []byte, v any) error {
	if r, ok := v.(*Request); ok {
		var m pb.SolveRequest
		if err := decode(data, &m); err != nil {
			return err
		}
		r.read(&m)
		return nil
	}
	half := len(data) / 2
	return newCodec().Unmarshal(mem.BufferSlice{mem.SliceBuffer(data[:half]), mem.SliceBuffer(data[half:])}, v)
}

var (
	doubles = rapid.SliceOf(rapid.Float64())
	bytesOf = rapid.SliceOf(rapid.Byte())
	uints   = rapid.SliceOf(rapid.Uint64())
	small   = rapid.SliceOf(rapid.Uint32())
)

// TestRequestsAndAnswersTravel draws messages, and has nothing of one left in the next.
func TestRequestsAndAnswersTravel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r Request
		for range 2 {
			request := &pb.SolveRequest{Stop: uints.Draw(t, "stop")}
			if rapid.Bool().Draw(t, "has options") {
				request.Options = &pb.Options{Limit: uint64(rapid.Int64Min(0).Draw(t, "limit")), Seed: rapid.Uint64().Draw(t, "seed"),
					TimeoutNs: uint64(rapid.Int64Min(0).Draw(t, "timeout")), Workers: rapid.Uint32().Draw(t, "workers"),
					Trace: rapid.Bool().Draw(t, "trace")}
			}
			if rapid.Bool().Draw(t, "has batch") {
				request.Batch = &pb.Batch{First: rapid.Uint64().Draw(t, "first"), Givens: bytesOf.Draw(t, "givens"), ClausesOf: small.Draw(t, "clauses"),
					Soft:     []*pb.SoftClue{{Puzzle: 1, Cell: rapid.Uint32().Draw(t, "cell"), Prob: doubles.Draw(t, "prob")}},
					Geometry: &pb.Geometry{Text: rapid.String().Draw(t, "text"), HouseKinds: bytesOf.Draw(t, "kinds")}}
			}
			answers := &pb.SolveResponse{First: rapid.Uint64().Draw(t, "first"), Endings: bytesOf.Draw(t, "endings"),
				Counts: uints.Draw(t, "counts"), Solutions: bytesOf.Draw(t, "grids"), SelfNs: uints.Draw(t, "self"),
				Guesses: uints.Draw(t, "guesses"), Failures: []*pb.Failure{{Puzzle: 3, Text: rapid.String().Draw(t, "failure")}},
				Series: []*pb.Series{{Puzzle: 4, Name: "x", X: doubles.Draw(t, "x"), Y: doubles.Draw(t, "y")}}}
			want := encode(t, request)
			if r.read(request); !bytes.Equal(encode(t, r.message()), want) {
				t.Fatalf("read as %+v, which is written\n%x\nnot\n%x", r, encode(t, r.message()), want)
			}
			want = encode(t, answers)
			if a := solved(answers); !bytes.Equal(encode(t, a.solveResponse()), want) {
				t.Fatalf("read as %+v, which is written\n%x\nnot\n%x", a, encode(t, a.solveResponse()), want)
			}
		}
	})
}

// TestMeasuresTravel has rows with other measures, in another order, or none.
func TestMeasuresTravel(t *testing.T) {
	var sent Answers
	rows := [][]sudoku.Measure{nil, {{Name: "a", Value: 1}, {Name: "b", Value: 2}}, {{Name: "b", Value: 3}}, {{Name: "c\xff", Value: 4}, {Name: "a", Value: 5}}}
	for _, extra := range rows {
		sent.Add(GaveUp, 0, &sudoku.Stats{Extra: extra}, "")
	}
	var m pb.SolveResponse
	if err := decode(encode(t, sent.solveResponse()), &m); err != nil {
		t.Fatal(err)
	}
	got, err := solved(&m).Rows(16)
	if err != nil {
		t.Fatal(err)
	}
	rows[3] = []sudoku.Measure{{Name: "a", Value: 5}, {Name: "c\uFFFD", Value: 4}}
	for row := range got {
		if !slices.Equal(row.Stats.Extra, rows[row.Seq]) {
			t.Errorf("row %d: %v", row.Seq, row.Stats.Extra)
		}
	}
}

func TestOtherMessagesTakeTheStockPath(t *testing.T) {
	want := &pb.DescribeResponse{Id: "x", Metrics: []*pb.Metric{{Name: "m", Max: math.Inf(1)}}}
	var got pb.DescribeResponse
	if err := decode(encode(t, want), &got); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(want, &got) {
		t.Errorf("got %v, want %v", &got, want)
	}
}

// FuzzRequest reads anything as a request, and makes the puzzles of what passes the check.
func FuzzRequest(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0x12, 0x06, 0x10, 0x05, 0x1a, 0x02, 0x01, 0x02})
	f.Add([]byte{0x1a, 0x01, 0x80})
	four := sudoku.MustGeometry("4")
	f.Fuzz(func(t *testing.T, data []byte) {
		var r Request
		if decode(data, &r) == nil && r.Batch != nil && r.Batch.accept(four, received) == nil {
			for i := range r.Batch.Len() {
				r.Batch.Puzzle(i, new(sudoku.Slot))
			}
		}
	})
}

// FuzzAnswers reads anything as answers, and walks the rows of what passes the check.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte{}, 4)
	f.Add([]byte{0x12, 0x01, 0x02, 0x1a, 0x01, 0x01, 0x22, 0x04, 1, 2, 3, 4}, 4)
	f.Fuzz(func(t *testing.T, data []byte, cells int) {
		var m pb.SolveResponse
		if decode(data, &m) != nil || cells < 1 {
			return
		}
		a := solved(&m)
		all, err := a.Rows(cells)
		if err != nil {
			return
		}
		rows, grids := 0, 0
		for row := range all {
			rows++
			grids += len(row.Grids)
		}
		if rows != a.Len() || grids != len(a.Grids) {
			t.Fatalf("%d of %d rows, %d of %d bytes", rows, a.Len(), grids, len(a.Grids))
		}
	})
}

// Whatever a plugin says, reading a message takes a bounded multiple of its size.
func TestMemoryOfMessages(t *testing.T) {
	const most = 100 << 20
	for _, m := range []proto.Message{
		&pb.DescribeResponse{}, &pb.GradeResponse{}, &pb.ExplainResponse{}, &pb.ListStepsResponse{}, &pb.GenerateResponse{},
		&pb.SolveRequest{}, &pb.SolveResponse{},
	} {
		d := m.ProtoReflect().Descriptor()
		for i := range d.Fields().Len() {
			field := d.Fields().Get(i)
			empty := protowire.AppendBytes(protowire.AppendTag(nil, field.Number(), protowire.BytesType), nil)
			vectors := [][]byte{bytes.Repeat(empty, maxMessage/len(empty))}
			if inner := field.Message(); inner != nil {
				for k := range inner.Fields().Len() {
					empty := protowire.AppendBytes(protowire.AppendTag(nil, inner.Fields().Get(k).Number(), protowire.BytesType), nil)
					vectors = append(vectors, protowire.AppendBytes(protowire.AppendTag(nil, field.Number(), protowire.BytesType),
						bytes.Repeat(empty, maxMessage/len(empty)-4)))
				}
			}
			for _, text := range vectors {
				proto.Reset(m)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				err := decode(text, m)
				runtime.ReadMemStats(&after)
				if took := after.TotalAlloc - before.TotalAlloc; took > most {
					t.Errorf("%s: a message of %d bytes takes %d MiB, %v", field.FullName(), len(text), took>>20, err)
				}
			}
		}
	}
}

// What a plugin has reason to say is read.
func TestManyEntriesAreRead(t *testing.T) {
	sent, got := &pb.ExplainResponse{}, &pb.ExplainResponse{}
	for range 1000 {
		step := &pb.Step{}
		for cell := range uint32(200) {
			step.Strike = append(step.Strike, &pb.Candidate{Cell: cell, Digit: 9})
		}
		sent.Steps = append(sent.Steps, step)
	}
	if err := decode(encode(t, sent), got); err != nil || !proto.Equal(sent, got) {
		t.Errorf("%d steps, %v", len(got.GetSteps()), err)
	}
}

package wire

import (
	"bytes"
	"math"
	"testing"
	"time"

	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// encode returns what the codec writes.
func encode(t interface{ Fatal(...any) }, v any) []byte {
	out, err := newCodec().Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Free()
	return bytes.Clone(out.Materialize())
}

// decode reads data, cut into buffers as gRPC does, with the codec.
func decode(data []byte, v any) error {
	half := len(data) / 2
	return newCodec().Unmarshal(mem.BufferSlice{mem.SliceBuffer(data[:half]), mem.SliceBuffer(data[half:])}, v)
}

var (
	doubles = rapid.SliceOf(rapid.Float64())
	bytesOf = rapid.SliceOf(rapid.Byte())
	uints   = rapid.SliceOf(rapid.Uint64())
	small   = rapid.SliceOf(rapid.Uint32())
)

func drawRequest(t *rapid.T) *Request {
	r := &Request{Stop: uints.Draw(t, "stop")}
	if rapid.Bool().Draw(t, "has options") {
		r.Options = &Options{
			Ask: sudoku.Ask{Limit: rapid.IntMin(0).Draw(t, "limit"), Seed: rapid.Uint64().Draw(t, "seed"),
				Timeout: time.Duration(rapid.Int64Min(0).Draw(t, "timeout")), Workers: int(rapid.Uint32().Draw(t, "workers"))},
			Trace: rapid.Bool().Draw(t, "trace"),
		}
	}
	if rapid.Bool().Draw(t, "has batch") {
		r.Batch = &Batch{First: rapid.Uint64().Draw(t, "first"), Givens: bytesOf.Draw(t, "givens"), clauses: small.Draw(t, "clauses")}
		for range rapid.IntRange(0, 3).Draw(t, "soft") {
			r.Batch.soft = append(r.Batch.soft, softClue{puzzle: rapid.Uint32().Draw(t, "puzzle"),
				cell: rapid.Uint32().Draw(t, "cell"), allowed: rapid.Uint64().Draw(t, "allowed"),
				prob: doubles.Draw(t, "prob")})
		}
		if rapid.Bool().Draw(t, "has geometry") {
			r.Batch.frame = frame{text: rapid.StringMatching(`[^\x00]{1,9}`).Draw(t, "text"),
				digits: rapid.Uint32().Draw(t, "digits"), cells: rapid.Uint32().Draw(t, "cells"),
				kinds: bytesOf.Draw(t, "kinds"), sizes: small.Draw(t, "sizes"), house: small.Draw(t, "house")}
		}
	}
	return r
}

func (r *Request) toPB() *pb.SolveRequest {
	m := &pb.SolveRequest{Stop: r.Stop}
	if o := r.Options; o != nil {
		m.Options = &pb.Options{Limit: uint64(o.Limit), Seed: o.Seed, TimeoutNs: uint64(o.Timeout),
			Workers: uint32(o.Workers), Trace: o.Trace}
	}
	if b := r.Batch; b != nil {
		m.Batch = &pb.Batch{First: b.First, Givens: b.Givens, ClauseSets: b.sets, ClausesOf: b.clauses}
		if !b.frame.empty() {
			m.Batch.Geometry = b.frame.pb()
		}
		for _, s := range b.soft {
			m.Batch.Soft = append(m.Batch.Soft,
				&pb.SoftClue{Puzzle: s.puzzle, Cell: s.cell, Allowed: s.allowed, Prob: s.prob})
		}
	}
	return m
}

func drawAnswers(t *rapid.T) *Answers {
	a := &Answers{
		First: rapid.Uint64().Draw(t, "first"), Endings: bytesOf.Draw(t, "endings"),
		Counts: uints.Draw(t, "counts"),
		Grids:  bytesOf.Draw(t, "grids"), Self: uints.Draw(t, "self"), Guesses: uints.Draw(t, "guesses"),
		Names: rapid.SliceOf(rapid.String()).Draw(t, "names"), Measures: doubles.Draw(t, "measures"),
	}
	for range rapid.IntRange(0, 3).Draw(t, "failures") {
		f := Failure{Row: rapid.Uint32().Draw(t, "row"), Text: rapid.String().Draw(t, "text")}
		a.Failures = append(a.Failures, f)
	}
	for range rapid.IntRange(0, 3).Draw(t, "series") {
		a.Series = append(a.Series, Series{Row: rapid.Uint32().Draw(t, "row"), Name: rapid.String().Draw(t, "name"),
			X: doubles.Draw(t, "x"), Y: doubles.Draw(t, "y")})
	}
	return a
}

func (a *Answers) toPB() *pb.SolveResponse {
	m := &pb.SolveResponse{First: a.First, Endings: a.Endings, Counts: a.Counts, Solutions: a.Grids,
		SelfNs: a.Self, Guesses: a.Guesses, MeasureNames: a.Names, Measures: a.Measures}
	for _, f := range a.Failures {
		m.Failures = append(m.Failures, &pb.Failure{Puzzle: f.Row, Text: f.Text})
	}
	for _, s := range a.Series {
		m.Series = append(m.Series, &pb.Series{Puzzle: s.Row, Name: s.Name, X: s.X, Y: s.Y})
	}
	return m
}

// same fails unless what was read is written as it came.
func same(t *rapid.T, want []byte, read any) {
	if got := encode(t, read); !bytes.Equal(got, want) {
		t.Fatalf("read as %+v, which is written\n%x\nnot\n%x", read, got, want)
	}
}

// agree checks that the codec writes what stock protobuf writes, and reads it back.
func agree(t *rapid.T, ours, empty any, stock proto.Message) {
	want, err := proto.MarshalOptions{Deterministic: true}.Marshal(stock)
	if err != nil {
		t.Fatal(err)
	}
	got := encode(t, ours)
	if !bytes.Equal(got, want) {
		t.Fatalf("codec writes\n%x\nstock protobuf writes\n%x", got, want)
	}
	if err := decode(want, empty); err != nil {
		t.Fatal(err)
	}
	same(t, want, empty)
}

func TestTheCodecWritesAndReadsWhatStockProtobufDoes(t *testing.T) {
	t.Run("request", rapid.MakeCheck(func(t *rapid.T) {
		r := drawRequest(t)
		agree(t, r, &Request{}, r.toPB())
	}))
	t.Run("answers", rapid.MakeCheck(func(t *rapid.T) {
		a := drawAnswers(t)
		agree(t, a, &Answers{}, a.toPB())
	}))
}

func TestAMessageReadAfterAnotherLeavesNothingOfIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r Request
		var a Answers
		for range 2 {
			for _, sent := range []struct{ from, into any }{{drawRequest(t), &r}, {drawAnswers(t), &a}} {
				want := encode(t, sent.from)
				if err := decode(want, sent.into); err != nil {
					t.Fatal(err)
				}
				same(t, want, sent.into)
			}
		}
	})
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

// FuzzRequest reads anything as a request: where stock protobuf reads a message, so does the codec, and they agree.
func FuzzRequest(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0x12, 0x06, 0x10, 0x05, 0x1a, 0x02, 0x01, 0x02})
	f.Add([]byte{0x1a, 0x01, 0x80})
	f.Fuzz(func(t *testing.T, data []byte) {
		var r Request
		var stock pb.SolveRequest
		err, want := decode(data, &r), proto.Unmarshal(data, &stock)
		if (err == nil) != (want == nil) {
			t.Fatalf("codec: %v, stock protobuf: %v", err, want)
		}
		if err != nil {
			return
		}
		proto.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(data, &stock)
		got := r.toPB()
		for _, m := range []*pb.SolveRequest{&stock, got} { // an empty message says as much as none
			if m.Batch != nil && proto.Size(m.Batch.Geometry) == 0 {
				m.Batch.Geometry = nil
			}
			if proto.Size(m.Options) == 0 {
				m.Options = nil
			}
			if proto.Size(m.Batch) == 0 {
				m.Batch = nil
			}
		}
		if !proto.Equal(&stock, got) {
			t.Fatalf("the codec reads %v, stock protobuf %v", got, &stock)
		}
		if r.Batch != nil && !r.Batch.frame.empty() {
			if g, err := r.Batch.frame.geometry(); err == nil {
				r.Batch.Geometry = g
				r.Batch.check()
			}
		}
	})
}

// FuzzAnswers reads anything as answers, and walks the rows of what passes the check.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte{}, 4)
	f.Add([]byte{0x12, 0x01, 0x02, 0x1a, 0x01, 0x01, 0x22, 0x04, 1, 2, 3, 4}, 4)
	f.Fuzz(func(t *testing.T, data []byte, cells int) {
		var a Answers
		var stock pb.SolveResponse
		err, want := decode(data, &a), proto.Unmarshal(data, &stock)
		if (err == nil) != (want == nil) {
			t.Fatalf("codec: %v, stock protobuf: %v", err, want)
		}
		if err != nil {
			return
		}
		proto.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(data, &stock)
		if got := a.toPB(); !proto.Equal(&stock, got) {
			t.Fatalf("the codec reads %v, stock protobuf %v", got, &stock)
		}
		if cells < 1 || a.check(cells) != nil {
			return
		}
		rows, grids := 0, 0
		for row := range a.rows(cells) {
			rows++
			grids += len(row.Grids)
		}
		if rows != a.Len() || grids != len(a.Grids) {
			t.Fatalf("%d of %d rows, %d of %d bytes", rows, a.Len(), grids, len(a.Grids))
		}
	})
}

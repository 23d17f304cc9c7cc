package wire

import (
	"bytes"
	"runtime"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
)

// Whatever a plugin says, reading a message takes a bounded multiple of its size.
func TestMemoryOfMessages(t *testing.T) {
	const most = 100 << 20
	for _, m := range []proto.Message{
		&pb.DescribeResponse{}, &pb.GradeResponse{}, &pb.ExplainResponse{}, &pb.ListStepsResponse{}, &pb.GenerateResponse{},
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

// The same holds for the messages that are read by hand.
func TestMemoryOfAnswers(t *testing.T) {
	const most = 150 << 20
	for _, number := range []protowire.Number{7, 9, 10} { // names, failures and series
		empty := protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), nil)
		a := &Answers{buf: bytes.Repeat(empty, maxMessage/len(empty))}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := a.read()
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > most || err == nil {
			t.Errorf("field %d: a message of %d bytes takes %d MiB, %v", number, len(a.buf), took>>20, err)
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

package wire

import (
	"flag"
	"os"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
)

var keep = flag.Bool("keep", false, "keep the protocol as it is now as that of a release")

const released = "testdata/protocol-0.1.binpb"

// TestTheProtocolKeepsWhatWasReleased says that each message, field, value and call of version 0.1 is still there, with its number
// and its type: a plugin that was built then understands this host, and this host understands it.
func TestTheProtocolKeepsWhatWasReleased(t *testing.T) {
	now := pb.File_sudokuctl_v1_algorithm_proto
	if *keep {
		text, err := proto.MarshalOptions{Deterministic: true}.Marshal(protodesc.ToFileDescriptorProto(now))
		if err == nil {
			err = os.WriteFile(released, text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(released)
	if err != nil {
		t.Fatal(err)
	}
	var then descriptorpb.FileDescriptorProto
	if err := proto.Unmarshal(text, &then); err != nil {
		t.Fatal(err)
	}
	old, err := protodesc.NewFile(&then, nil)
	if err != nil {
		t.Fatal(err)
	}
	sameMessages(t, old.Messages(), now.Messages())
	sameEnums(t, old.Enums(), now.Enums())
	for i := range old.Services().Len() {
		service := old.Services().Get(i)
		for k := range service.Methods().Len() {
			method := service.Methods().Get(k)
			var found protoreflect.MethodDescriptor
			if s := now.Services().ByName(service.Name()); s != nil {
				found = s.Methods().ByName(method.Name())
			}
			if found == nil || found.Input().FullName() != method.Input().FullName() || found.Output().FullName() != method.Output().FullName() ||
				found.IsStreamingClient() != method.IsStreamingClient() || found.IsStreamingServer() != method.IsStreamingServer() {
				t.Errorf("call %s is gone or takes something else", method.FullName())
			}
		}
	}
}

func sameMessages(t *testing.T, old, now protoreflect.MessageDescriptors) {
	for i := range old.Len() {
		then := old.Get(i)
		m := now.ByName(then.Name())
		if m == nil {
			t.Errorf("message %s is gone", then.FullName())
			continue
		}
		for k := range then.Fields().Len() {
			field := then.Fields().Get(k)
			f := m.Fields().ByNumber(field.Number())
			if f == nil || f.Name() != field.Name() || f.Kind() != field.Kind() || f.Cardinality() != field.Cardinality() ||
				f.Message() != nil && f.Message().FullName() != field.Message().FullName() {
				t.Errorf("field %s = %d is gone or of another type", field.FullName(), field.Number())
			}
		}
		sameMessages(t, then.Messages(), m.Messages())
		sameEnums(t, then.Enums(), m.Enums())
	}
}

func sameEnums(t *testing.T, old, now protoreflect.EnumDescriptors) {
	for i := range old.Len() {
		for k := range old.Get(i).Values().Len() {
			value := old.Get(i).Values().Get(k)
			e := now.ByName(old.Get(i).Name())
			if e == nil || e.Values().ByNumber(value.Number()) == nil || e.Values().ByNumber(value.Number()).Name() != value.Name() {
				t.Errorf("value %s = %d is gone", value.FullName(), value.Number())
			}
		}
	}
}

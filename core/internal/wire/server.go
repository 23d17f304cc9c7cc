package wire

import (
	"context"
	"encoding/json"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Handlers are the functions of a plugin that answer calls. A nil function means that it lacks the power.
type Handlers struct {
	Describe  func() sudoku.Info
	Configure func(settings map[string]any) error
	Solve     func(*PluginStream) error
	Grade     func(*PluginStream) error
	Explain   func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error
	ListSteps func(ctx context.Context, s *sudoku.State, emit func(sudoku.Step) bool) error
	Generate  func(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error)
}

// service serves Handlers.
type service struct {
	pb.UnimplementedAlgorithmServiceServer
	handlers *Handlers
}

// Describe answers with the declaration under the settings in force.
func (s *service) Describe(context.Context, *pb.DescribeRequest) (*pb.DescribeResponse, error) {
	return infoToPB(s.handlers.Describe())
}

// Configure takes settings, which replace all earlier ones. An unknown or bad one is InvalidArgument with its name.
func (s *service) Configure(_ context.Context, r *pb.ConfigureRequest) (*pb.ConfigureResponse, error) {
	settings := map[string]any{}
	if text := r.GetSettingsJson(); text != "" {
		if err := json.Unmarshal([]byte(text), &settings); err != nil {
			return nil, status.Errorf(codes.InvalidArgument, "settings are not a JSON object: %v", err)
		}
	}
	if err := s.handlers.Configure(settings); err != nil {
		return nil, status.Error(codes.InvalidArgument, err.Error())
	}
	return &pb.ConfigureResponse{}, nil
}

// Solve answers a stream of batches with columns of answers.
func (s *service) Solve(stream grpc.BidiStreamingServer[pb.SolveRequest, pb.SolveResponse]) error {
	if s.handlers.Solve == nil {
		return s.UnimplementedAlgorithmServiceServer.Solve(stream)
	}
	return s.handlers.Solve(&PluginStream{stream: stream})
}

// Grade answers a stream of batches with columns of grades.
func (s *service) Grade(stream grpc.BidiStreamingServer[pb.GradeRequest, pb.GradeResponse]) error {
	if s.handlers.Grade == nil {
		return s.UnimplementedAlgorithmServiceServer.Grade(stream)
	}
	return s.handlers.Grade(&PluginStream{stream: stream, grades: true})
}

// PluginStream is the plugin's end of a Solve or Grade stream.
type PluginStream struct {
	stream   grpc.ServerStream
	grades   bool // the answers are grades
	geometry *sudoku.Geometry
}

// Context is done when the host cancels the stream or is gone.
func (in *PluginStream) Context() context.Context { return in.stream.Context() }

// Recv reads the next message into r, whose former content is overwritten. The error is io.EOF when the
// host has sent all. A batch that breaks the protocol ends the stream with an error that says how.
func (in *PluginStream) Recv(r *Request) error {
	m := &pb.SolveRequest{} // a GradeRequest has the same fields
	if err := in.stream.RecvMsg(m); err != nil {
		return err
	}
	if r.read(m); r.Batch == nil {
		return nil
	}
	if err := r.Batch.accept(in.geometry, received); err != nil {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	in.geometry = r.Batch.Geometry
	return nil
}

// Send sends answers, which may be filled again when it returns. It must not be called concurrently.
func (in *PluginStream) Send(a *Answers) error {
	if in.grades {
		return in.stream.SendMsg(a.gradeResponse())
	}
	return in.stream.SendMsg(a.solveResponse())
}

// Explain sends the steps of one puzzle, each as soon as it is found, then an ending.
func (s *service) Explain(r *pb.ExplainRequest, stream grpc.ServerStreamingServer[pb.ExplainResponse]) error {
	if s.handlers.Explain == nil {
		return s.UnimplementedAlgorithmServiceServer.Explain(r, stream)
	}
	p, err := puzzleFromPB(r.GetPuzzle())
	if err != nil {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	return sendSteps(func(emit func(sudoku.Step) bool) error { return s.handlers.Explain(stream.Context(), p, emit) },
		func(steps []*pb.Step, ending pb.Ending, text string) error {
			return stream.Send(&pb.ExplainResponse{Steps: steps, Ending: ending, Error: text})
		})
}

// ListSteps sends the steps that are possible in a state, then an ending.
func (s *service) ListSteps(r *pb.ListStepsRequest, stream grpc.ServerStreamingServer[pb.ListStepsResponse]) error {
	if s.handlers.ListSteps == nil {
		return s.UnimplementedAlgorithmServiceServer.ListSteps(r, stream)
	}
	state, err := stateFromPB(r)
	if err != nil {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	return sendSteps(func(emit func(sudoku.Step) bool) error {
		return s.handlers.ListSteps(stream.Context(), state, emit)
	},
		func(steps []*pb.Step, ending pb.Ending, text string) error {
			return stream.Send(&pb.ListStepsResponse{Steps: steps, Ending: ending, Error: text})
		})
}

// sendSteps sends each step that find emits in a message of its own, and then how it ended.
func sendSteps(find func(emit func(sudoku.Step) bool) error, send func([]*pb.Step, pb.Ending, string) error) error {
	stopped := false
	err := find(func(step sudoku.Step) bool {
		stopped = send([]*pb.Step{stepToPB(step)}, 0, "") != nil
		return !stopped
	})
	ending, text := EndingOf(err, stopped)
	return send(nil, pb.Ending(ending), text)
}

// Generate sends the puzzles of an order, each as soon as it is made, then an ending.
func (s *service) Generate(r *pb.GenerateRequest, stream grpc.ServerStreamingServer[pb.GenerateResponse]) error {
	if s.handlers.Generate == nil {
		return s.UnimplementedAlgorithmServiceServer.Generate(r, stream)
	}
	order, err := orderFromPB(r)
	if err != nil {
		return status.Error(codes.InvalidArgument, fmt.Sprintf("order: %v", err))
	}
	stopped := false
	stats, err := s.handlers.Generate(stream.Context(), order, func(p *sudoku.Puzzle) bool {
		stopped = stream.Send(&pb.GenerateResponse{Puzzles: madeToPB(p, order.Geometry)}) != nil
		return !stopped
	})
	ending, text := EndingOf(err, stopped)
	last := &pb.GenerateResponse{Ending: pb.Ending(ending), Error: text, SelfNs: uint64(stats.Elapsed),
		Guesses: uint64(stats.Guesses)}
	for _, m := range stats.Extra {
		last.MeasureNames = append(last.MeasureNames, m.Name)
		last.Measures = append(last.Measures, m.Value)
	}
	return stream.Send(last)
}

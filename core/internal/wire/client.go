package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Client is the host's end of the seam. It is safe for concurrent use; its streams are not, except that one
// goroutine may send while another receives.
type Client struct {
	service pb.AlgorithmServiceClient
}

// NewClient returns the client of a plugin that serves on conn.
func NewClient(conn grpc.ClientConnInterface) *Client {
	return &Client{service: pb.NewAlgorithmServiceClient(conn)}
}

// Describe asks the plugin for its declaration and checks that it makes sense.
func (c *Client) Describe(ctx context.Context) (sudoku.Info, error) {
	m, err := c.service.Describe(ctx, &pb.DescribeRequest{})
	if err != nil {
		return sudoku.Info{}, plain(err)
	}
	return infoFromPB(m)
}

// Configure replaces the plugin's settings. A setting that the plugin refuses is an error that names it.
func (c *Client) Configure(ctx context.Context, settings map[string]any) error {
	if settings == nil {
		settings = map[string]any{}
	}
	text, err := json.Marshal(settings)
	if err != nil {
		return fmt.Errorf("writing settings: %w", err)
	}
	_, err = c.service.Configure(ctx, &pb.ConfigureRequest{SettingsJson: string(text)})
	return plain(err)
}

// Explain calls emit with the steps of a solution until emit returns false. Its errors are those of sudoku.Explainer.
func (c *Client) Explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	puzzle, err := puzzleToPB(p, nil)
	if err != nil {
		return err
	}
	stream, err := c.service.Explain(ctx, &pb.ExplainRequest{Puzzle: puzzle})
	if err != nil {
		return plain(err)
	}
	return receiveSteps(stream.Recv, emit)
}

// ListSteps calls emit with the steps that are possible in a state until emit returns false. Its errors are
// those of sudoku.StepLister.
func (c *Client) ListSteps(ctx context.Context, s *sudoku.State, emit func(sudoku.Step) bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	request, err := stateToPB(s)
	if err != nil {
		return err
	}
	stream, err := c.service.ListSteps(ctx, request)
	if err != nil {
		return plain(err)
	}
	return receiveSteps(stream.Recv, emit)
}

// stepsMessage is a message with steps.
type stepsMessage interface {
	GetSteps() []*pb.Step
	GetEnding() pb.Ending
	GetError() string
}

// receiveSteps passes steps on until the stream ends or emit wants no more.
func receiveSteps[M stepsMessage](receive func() (M, error), emit func(sudoku.Step) bool) error {
	for {
		m, err := receive()
		if err != nil {
			return plain(unfinished(err))
		}
		for _, s := range m.GetSteps() {
			if !emit(stepFromPB(s)) {
				return nil
			}
		}
		if ending := Ending(m.GetEnding()); ending != 0 {
			return ending.Err(m.GetError())
		}
	}
}

// Generate calls emit with puzzles until emit returns false. Its errors are those of sudoku.Generator.
func (c *Client) Generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	request, err := orderToPB(o)
	if err != nil {
		return sudoku.Stats{}, err
	}
	stream, err := c.service.Generate(ctx, request)
	if err != nil {
		return sudoku.Stats{}, plain(err)
	}
	for {
		m, err := stream.Recv()
		if err != nil {
			return sudoku.Stats{}, plain(unfinished(err))
		}
		puzzles, err := generated(m, o.Geometry)
		if err != nil {
			return sudoku.Stats{}, err
		}
		for _, p := range puzzles {
			if !emit(p) {
				return sudoku.Stats{}, nil
			}
		}
		if ending := Ending(m.GetEnding()); ending != 0 {
			return statsFromPB(m), ending.Err(m.GetError())
		}
	}
}

// generated returns the puzzles of a message, of the ordered geometry.
func generated(m *pb.GenerateResponse, g *sudoku.Geometry) ([]*sudoku.Puzzle, error) {
	if m.GetPuzzles() == nil {
		return nil, nil
	}
	return puzzlesFromPB(m.GetPuzzles(), g, stated)
}

// statsFromPB returns the time, guesses and measures of a message, within the bounds of their types.
func statsFromPB(m *pb.GenerateResponse) sudoku.Stats {
	stats := sudoku.Stats{Elapsed: time.Duration(min(m.GetSelfNs(), maxSelf)),
		Guesses: int64(min(m.GetGuesses(), math.MaxInt64))}
	for i, name := range m.GetMeasureNames() {
		if i < len(m.GetMeasures()) {
			stats.Extra = append(stats.Extra, sudoku.Measure{Name: name, Value: m.GetMeasures()[i]})
		}
	}
	return stats
}

// Solve opens a stream of puzzles to be solved. Cancelling ctx ends it on both sides.
func (c *Client) Solve(ctx context.Context, o Options) (*HostStream, error) {
	stream, err := c.service.Solve(ctx)
	if err != nil {
		return nil, plain(err)
	}
	return &HostStream{stream: stream, options: &o}, nil
}

// Grade opens a stream of puzzles to be measured; of the options, Seed, Timeout and Workers count.
func (c *Client) Grade(ctx context.Context, o Options) (*HostStream, error) {
	stream, err := c.service.Grade(ctx)
	if err != nil {
		return nil, plain(err)
	}
	return &HostStream{stream: stream, options: &o, grades: true}, nil
}

// unfinished turns the end of a stream that should have had a last message into an error.
func unfinished(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New("the plugin ended its answer without an ending")
	}
	return err
}

// plain strips the wrapping of gRPC from the errors of a plugin. An Unavailable stays as it is: the host knows whether
// the process is dead.
func plain(err error) error {
	switch s, ok := status.FromError(err); {
	case err == nil || !ok:
		return err
	case s.Code() == codes.Canceled:
		return context.Canceled
	case s.Code() == codes.DeadlineExceeded:
		return context.DeadlineExceeded
	case s.Code() == codes.Unimplemented:
		return fmt.Errorf("%w: %s", sudoku.ErrUnsupported, s.Message())
	case s.Code() == codes.InvalidArgument || s.Code() == codes.Unknown:
		return errors.New(s.Message())
	}
	return err
}

// Disconnected reports whether err says that the plugin was not reached, or was lost before it answered.
func Disconnected(err error) bool { return status.Code(err) == codes.Unavailable }

package wire

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// FuzzMessages reads any bytes as each message of a plugin that the stock codec reads: an error or a value comes, and what
// is taken fits the geometry.
func FuzzMessages(f *testing.F) {
	four := sudoku.MustGeometry("4")
	for _, m := range []proto.Message{
		&pb.DescribeResponse{Id: "x", Metrics: []*pb.Metric{{Name: "m", AloneJson: "{"}}, SettingsSchema: "{}"},
		&pb.GradeResponse{Endings: []byte{2}, Metrics: []string{"m"}, Values: []float64{1}, Labels: []*pb.GradeLabel{{Value: 9}}},
		&pb.ExplainResponse{Steps: []*pb.Step{{Place: []*pb.Candidate{{Cell: 1 << 31}}}}},
		&pb.ListStepsRequest{Puzzle: &pb.Batch{Givens: make([]byte, 16)}, Values: make([]byte, 16), Candidates: []uint64{1 << 63}},
		&pb.ExplainResponse{Steps: []*pb.Step{{Links: []*pb.Link{{Kind: -1}}, Sets: []*pb.CellSet{{Cells: []uint32{1 << 31}}}}}},
		&pb.GenerateResponse{Puzzles: &pb.Batch{Givens: make([]byte, 16), Soft: []*pb.SoftClue{{Cell: 99}}}},
	} {
		text, err := proto.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var describe pb.DescribeResponse
		if proto.Unmarshal(text, &describe) == nil {
			_, _ = infoFromPB(&describe)
		}
		var grade pb.GradeResponse
		if proto.Unmarshal(text, &grade) == nil {
			if rows, err := graded(&grade).Rows(1); err == nil {
				for range rows {
				}
			}
		}
		var explain pb.ExplainResponse
		if proto.Unmarshal(text, &explain) == nil {
			for _, s := range explain.GetSteps() {
				stepFromPB(s)
			}
		}
		var list pb.ListStepsRequest
		if proto.Unmarshal(text, &list) == nil {
			if s, err := stateFromPB(&list); err == nil && len(s.Values) != s.Puzzle.Geometry().Cells() {
				t.Errorf("%d values for %d cells", len(s.Values), s.Puzzle.Geometry().Cells())
			}
		}
		var generate pb.GenerateResponse
		if proto.Unmarshal(text, &generate) == nil {
			puzzles, err := generated(&generate, four)
			for _, p := range puzzles {
				if err == nil && len(p.Givens()) != p.Geometry().Cells() {
					t.Errorf("%d givens for %d cells", len(p.Givens()), p.Geometry().Cells())
				}
			}
		}
	})
}

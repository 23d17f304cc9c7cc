package desk

import (
	"fmt"
	"testing"

	"github.com/sudokuctl/sudokuctl/work/record"
)

// What was found of a puzzle is one thing; each explanation without some techniques is another. The puzzles last asked for stay.
func TestFindings(t *testing.T) {
	f, plain, without := newFindings(), &Plan{}, &Plan{}
	names := []string{"x_wing", "xy_wing"}
	f.Add("1234", nil, func(found *Finding) { found.Plan = plain })
	f.Add("1234", names, func(found *Finding) { found.Plan = without })
	f.Add("1234", nil, func(found *Finding) { found.Check = &record.Check{} })
	if a, b := f.Of("1234", nil), f.Of("1234", names); a.Plan != plain || b.Plan != without || a.Check == nil || b.Check != a.Check {
		t.Errorf("%+v, %+v", a, b)
	}
	if found := f.Of("1234", names[:1]); found.Plan != nil || found.Check == nil {
		t.Errorf("without another technique: %+v", found)
	}
	for i := range maxFindings {
		f.Add(fmt.Sprint(i), nil, func(found *Finding) { found.Plan = plain })
	}
	if found := f.Of("1234", nil); found.Plan != nil || f.Of("0", nil).Plan == nil {
		t.Errorf("after %d others: %+v", maxFindings, found)
	}
}

package plugins

import (
	"cmp"
	"strings"
	"testing"
)

// TestEntries reads a log in which some lines are torn.
func TestEntries(t *testing.T) {
	const log = `{"time":"1","level":"info","plugin":"a","msg":"begun","pid":12345678901234567890,"text":"two words","none":""}
{"time":"2","level":"info","plu{"time":"3","level":"warn","plugin":"b","msg":"late"}

[1]
{"time":"4","level":"error","plugin":"a","msg":"panic","error":"first\nsecond","stack":"main.f\n\tf.go:1\nmain.g\n"}
{"plugin":7}`
	for _, c := range []struct {
		ids  []string
		want string // moments
	}{{nil, "1 4 ?"}, {[]string{"a"}, "1 4"}, {[]string{"b"}, ""}, {[]string{"7", "b"}, "?"}} {
		entries, err := entriesOf(strings.NewReader(log), c.ids)
		if err != nil {
			t.Fatal(err)
		}
		var moments []string
		for _, e := range entries {
			moments = append(moments, cmp.Or(e.Time, "?"))
		}
		if got := strings.Join(moments, " "); got != c.want {
			t.Errorf("of %v: %q, want %q", c.ids, got, c.want)
		}
	}
	entries, _ := entriesOf(strings.NewReader(log), []string{"a"})
	if got, want := entries[0].message(), `begun none="" pid=12345678901234567890 text="two words"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := entries[1].message(), "panic"; got != want || entries[1].Error != "first\nsecond" {
		t.Errorf("%s with the error %q, want %s", got, entries[1].Error, want)
	}
}

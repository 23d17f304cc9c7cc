package bridge

import (
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":1,"solutions":["12"],"done":"finished"}`: "",
		`{"id":1,"solution":["12"]}`:                    `is not a message: unknown key "solution"`,
		`{"id":1,"solutions":"12"}`:                     `is not a message: "solutions" has the wrong type, string`,
		`{"id":1,"solutions":[12]}`:                     `has the wrong type, number`,
		`thinking`:                                      "print nothing but messages to standard output",
		`3`:                                             "print nothing but messages to standard output",
		``:                                              "print nothing but messages to standard output",
	} {
		var r reply
		err := decode(line, &r)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

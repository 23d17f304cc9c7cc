package plugin

import (
	"bytes"
	"log"
	"log/slog"
	"strings"
	"testing"
)

func TestLogsAreLinesThatTheHostUnderstands(t *testing.T) {
	old := slog.Default()
	defer slog.SetDefault(old)
	var out bytes.Buffer
	logTo(&out)
	slog.Warn("slow", "puzzle", 7)
	log.Print("plain")
	for _, want := range []string{`"@level":"warn","@message":"slow","puzzle":7}`,
		`"@level":"info","@message":"plain"}`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s not in %s", want, &out)
		}
	}
}

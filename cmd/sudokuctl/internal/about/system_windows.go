package about

import (
	"fmt"

	"golang.org/x/sys/windows"
)

// system returns the version of Windows.
func system() string {
	v := windows.RtlGetVersion()
	return fmt.Sprintf("Windows %d.%d.%d", v.MajorVersion, v.MinorVersion, v.BuildNumber)
}

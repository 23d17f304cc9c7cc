package wire

import (
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Disconnected reports whether err says that the plugin was not reached, or was lost before it answered.
func Disconnected(err error) bool { return status.Code(err) == codes.Unavailable }

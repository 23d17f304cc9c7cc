package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// messages are the lines of a client that are messages. The transport ends the session at the first that is none; here it is
// answered as JSON-RPC wants it, and left out.
type messages struct {
	lines  *bufio.Scanner
	line   []byte // what is left of the line that is read
	out    io.Writer
	closer io.Closer
}

func newMessages(in io.ReadCloser, out io.Writer) *messages {
	m := &messages{lines: bufio.NewScanner(in), out: out, closer: in}
	m.lines.Buffer(nil, maxMessage)
	return m
}

func (m *messages) Read(p []byte) (int, error) {
	for len(m.line) == 0 {
		if !m.lines.Scan() {
			if err := m.lines.Err(); err != nil {
				return 0, fmt.Errorf("reading a message: %w", err)
			}
			return 0, io.EOF
		}
		line := bytes.TrimSpace(m.lines.Bytes())
		if len(line) == 0 {
			continue
		}
		if fault := faultOf(line); fault != "" {
			if _, err := io.WriteString(m.out, `{"jsonrpc":"2.0","id":null,"error":`+fault+"}\n"); err != nil {
				return 0, err
			}
			continue
		}
		m.line = append(line, '\n')
	}
	n := copy(p, m.line)
	m.line = m.line[n:]
	return n, nil
}

func (m *messages) Close() error { return m.closer.Close() }

// faultOf returns the error object for what is no message, "" for a message or several in an array.
func faultOf(line []byte) string {
	several := []json.RawMessage{line}
	if line[0] == '[' {
		several = nil
		_ = json.Unmarshal(line, &several)
	}
	if !json.Valid(line) {
		return `{"code":-32700,"message":"the line is not JSON"}`
	}
	for _, text := range several {
		if _, err := jsonrpc.DecodeMessage(text); err != nil {
			return `{"code":-32600,"message":"the line is no message of JSON-RPC 2.0"}`
		}
	}
	if len(several) == 0 {
		return `{"code":-32600,"message":"the array is empty"}`
	}
	return ""
}

// shared is a stream that the transport and the answers to what is no message are written to.
type shared struct {
	io.WriteCloser
	mu sync.Mutex
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.WriteCloser.Write(p)
}

package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const (
	greetingTime = 25 * time.Second       // from the start of a process to its greeting; less than a host waits
	endTime      = 250 * time.Millisecond // for a process that was asked to cancel, before it is killed
)

// dialogue is the conversation with a program that speaks JSON. All workers share its processes.
type dialogue struct {
	program *Program
	start   starter

	waiting pool[*speaker]
}

// speaker is a process of such a program.
type speaker struct {
	*process
	geometry *sudoku.Geometry // of the request before
	settings string           // that it was told, "" = none
	asked    int64            // requests so far
	dead     bool             // it did not obey and was killed
}

// open returns a process that waits for a request, and what it said when it was greeted if it is new.
func (d *dialogue) open(ctx context.Context) (*speaker, *greeting, error) {
	if s, ok := d.waiting.take(); ok {
		return s, nil, nil
	}
	c, err := d.start.process(d.program.Run, d.program.MemoryMB)
	if err != nil {
		return nil, nil, err
	}
	s := &speaker{process: c}
	g, err := s.greet(ctx)
	if err != nil {
		return nil, nil, c.abandon(err)
	}
	return s, g, nil
}

// giveBack keeps a living process for the next request.
func (d *dialogue) giveBack(s *speaker) {
	if !s.dead {
		d.waiting.put(s)
	}
}

// greet exchanges greetings and returns the program's declarations.
func (s *speaker) greet(ctx context.Context) (*greeting, error) {
	limited, cancel := context.WithTimeout(ctx, greetingTime)
	defer cancel()
	if err := s.say(limited, greeting{Hello: protocolJSON}); err != nil {
		return nil, s.failure(true)
	}
	line, err := s.line(limited)
	switch {
	case errors.Is(err, errEnded):
		return nil, s.failure(true)
	case limited.Err() != nil && ctx.Err() == nil:
		return nil, s.explain(fmt.Sprintf("no answer to {\"hello\":1} within %v: it must answer with a line "+
			"such as {\"hello\":1}, and flush what it prints after every line", greetingTime))
	case err != nil:
		return nil, err
	}
	g := &greeting{}
	if err := decode(line, g); err != nil {
		return nil, err
	}
	if g.Hello != protocolJSON {
		return nil, fmt.Errorf("%q is not a greeting: want {\"hello\":1, …}", shorten(line))
	}
	return g, nil
}

// say writes a message as a line.
func (s *speaker) say(ctx context.Context, message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return s.write(ctx, append(text, '\n'))
}

// ask makes a request about a geometry and calls take with each line of the answer; false cancels the
// request. The last line is returned. A process that fails before it has said anything to the request may
// have been at its end anyway, so that a new one is asked.
func (d *dialogue) ask(ctx context.Context, settings string, g *sudoku.Geometry, r *request,
	take func(*reply) (bool, error)) (*reply, error) {
	for {
		s, _, err := d.open(ctx)
		if err != nil {
			return nil, err
		}
		used := s.asked > 0
		last, heard, err := s.ask(ctx, settings, g, r, take)
		if err == nil {
			d.giveBack(s)
			return last, nil
		}
		err = s.abandon(err)
		if !used || heard || ctx.Err() != nil {
			return nil, err
		}
	}
}

// ask makes a request and passes each line of the answer to take.
func (s *speaker) ask(ctx context.Context, settings string, g *sudoku.Geometry, r *request,
	take func(*reply) (bool, error)) (last *reply, heard bool, err error) {
	if extra := s.rest(); len(extra) > 0 {
		return nil, true, fmt.Errorf("it printed %q after the last line of an answer", shorten(string(extra)))
	}
	s.asked++
	r.ID, r.Digits, r.Houses = s.asked, 0, nil
	if g != s.geometry {
		r.Digits, r.Houses = g.N(), housesOf(g)
	}
	if settings != s.settings {
		if err := s.say(ctx, map[string]any{"settings": json.RawMessage(settings)}); err != nil {
			return nil, false, s.unread(ctx)
		}
	}
	s.geometry, s.settings = g, settings
	if err := s.say(ctx, r); err != nil {
		return nil, false, s.unread(ctx)
	}
	return s.listen(ctx, r.ID, take)
}

// listen reads the lines of an answer until the last, or until ctx is done or no more is wanted.
func (s *speaker) listen(ctx context.Context, id int64, take func(*reply) (bool, error)) (
	last *reply, heard bool, err error) {
	for {
		r, err := s.hear(ctx, id)
		if err != nil && ctx.Err() != nil {
			if blamed := s.blame(ctx.Err()); blamed != ctx.Err() {
				return nil, heard, blamed
			}
			return s.endAnswer(ctx, id), heard, nil
		}
		if err != nil {
			return nil, heard || r != nil, err
		}
		heard = true
		more, err := take(r)
		switch {
		case err != nil:
			return nil, heard, err
		case r.Done != "":
			return r, heard, nil
		case !more:
			return s.endAnswer(ctx, id), heard, nil
		}
	}
}

// hear reads a line of the answer to a request. With an error comes the reply if there was a line.
func (s *speaker) hear(ctx context.Context, id int64) (*reply, error) {
	line, err := s.line(ctx)
	if errors.Is(err, errEnded) {
		return nil, s.failure(true)
	}
	if err != nil {
		return nil, err
	}
	r := &reply{}
	if err := decode(line, r); err != nil {
		return r, err
	}
	if r.ID != id {
		return r, fmt.Errorf("its line %q answers request %d instead of %d", shorten(line), r.ID, id)
	}
	return r, nil
}

// endAnswer tells the process that no more of an answer is wanted. It has a moment to end it, and is
// killed if it does not.
func (s *speaker) endAnswer(ctx context.Context, id int64) *reply {
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	err := s.say(limited, map[string]int64{"cancel": id})
	for err == nil {
		var r *reply
		if r, err = s.hear(limited, id); err == nil && r.Done != "" {
			return r
		}
	}
	s.dead = true
	s.kill()
	return &reply{Done: "finished"}
}

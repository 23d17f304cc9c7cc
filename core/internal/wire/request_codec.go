package wire

import (
	"math"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// size returns the length of the message in bytes.
func (r *Request) size() (size int) {
	if r.Options != nil {
		size += sizeMessage(1, r.Options.size())
	}
	if r.Batch != nil {
		size += sizeMessage(2, r.Batch.size())
	}
	return size + sizeBytes(3, sizeVarints(r.Stop))
}

// append writes the message at the end of b.
func (r *Request) append(b []byte) []byte {
	if r.Options != nil {
		b = r.Options.append(appendHead(b, 1, r.Options.size()))
	}
	if r.Batch != nil {
		b = r.Batch.append(appendHead(b, 2, r.Batch.size()))
	}
	return appendVarints(b, 3, r.Stop)
}

// read reads the message in r.buf, which Batch then aliases.
func (r *Request) read() error {
	r.Options, r.Batch, r.Stop = nil, nil, r.Stop[:0]
	return eachField(r.buf, r.readField)
}

func (r *Request) readField(f field) error {
	switch {
	case f.num == 3:
		return intoVarints(f, &r.Stop)
	case f.typ != protowire.BytesType:
		return nil
	case f.num == 1:
		if r.Options == nil {
			r.opts, r.Options = Options{}, &r.opts
		}
		return f.intoMessage(r.Options.read)
	case f.num == 2:
		if r.Batch == nil {
			r.own, r.Batch = Batch{soft: r.own.soft[:0]}, &r.own
		}
		return f.intoMessage(r.Batch.read)
	}
	return nil
}

func (o *Options) size() int {
	return sizeUint(1, uint64(max(o.Limit, 0))) + sizeUint(2, o.Seed) + sizeUint(3, uint64(o.Timeout)) +
		sizeUint(4, uint64(o.Workers)) + sizeUint(6, boolUint(o.Trace))
}

func (o *Options) append(b []byte) []byte {
	b = appendUint(b, 1, uint64(max(o.Limit, 0)))
	b = appendUint(b, 2, o.Seed)
	b = appendUint(b, 3, uint64(o.Timeout))
	b = appendUint(b, 4, uint64(o.Workers))
	return appendUint(b, 6, boolUint(o.Trace))
}

func (o *Options) read(f field) error {
	switch f.num {
	case 1:
		limit := uint64(o.Limit)
		f.into(&limit)
		o.Limit = int(min(limit, math.MaxInt))
	case 2:
		f.into(&o.Seed)
	case 3:
		ns := uint64(o.Timeout)
		f.into(&ns)
		o.Timeout = time.Duration(min(ns, math.MaxInt64))
	case 4:
		workers := uint32(o.Workers)
		f.intoUint32(&workers)
		o.Workers = int(workers)
	case 6:
		f.intoBool(&o.Trace)
	}
	return nil
}

func (b *Batch) size() (size int) {
	if !b.frame.empty() {
		size += sizeMessage(1, b.frame.size())
	}
	size += sizeUint(2, b.First) + sizeBytes(3, b.givenCells())
	for i := range b.soft {
		size += sizeMessage(4, b.soft[i].size())
	}
	for _, set := range b.written {
		size += sizeMessage(5, len(set))
	}
	return size + sizeBytes(6, sizeVarints(b.clauses))
}

func (b *Batch) append(to []byte) []byte {
	if !b.frame.empty() {
		to = b.frame.append(appendHead(to, 1, b.frame.size()))
	}
	to = appendUint(to, 2, b.First)
	if len(b.puzzles) > 0 {
		to = appendHead(to, 3, b.givenCells())
	} else {
		to = appendBytes(to, 3, b.Givens)
	}
	for _, p := range b.puzzles {
		to = append(to, p.Givens()...)
	}
	for i := range b.soft {
		to = b.soft[i].append(appendHead(to, 4, b.soft[i].size()))
	}
	for _, set := range b.written {
		to = append(appendHead(to, 5, len(set)), set...)
	}
	return appendVarints(to, 6, b.clauses)
}

func (b *Batch) read(f field) error {
	switch f.num {
	case 1:
		return f.intoMessage(b.frame.read)
	case 2:
		f.into(&b.First)
	case 3:
		f.intoBytes(&b.Givens)
	case 4:
		return intoList(f, &b.soft, (*softClue).read)
	case 5:
		return b.readSet(f)
	case 6:
		return intoVarints(f, &b.clauses)
	}
	return nil
}

func (s *softClue) size() int {
	return sizeUint(1, uint64(s.puzzle)) + sizeUint(2, uint64(s.cell)) + sizeUint(3, s.allowed) +
		sizeBytes(4, 8*len(s.prob))
}

func (s *softClue) append(b []byte) []byte {
	b = appendUint(b, 1, uint64(s.puzzle))
	b = appendUint(b, 2, uint64(s.cell))
	b = appendUint(b, 3, s.allowed)
	return appendDoubles(b, 4, s.prob)
}

func (s *softClue) read(f field) error {
	switch f.num {
	case 1:
		f.intoUint32(&s.puzzle)
	case 2:
		f.intoUint32(&s.cell)
	case 3:
		f.into(&s.allowed)
	case 4:
		return f.intoDoubles(&s.prob)
	}
	return nil
}

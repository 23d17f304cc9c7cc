package wire

import "google.golang.org/protobuf/encoding/protowire"

func (a *Answers) size() int {
	size := sizeUint(1, a.First) + sizeBytes(2, len(a.Endings)) + sizeBytes(3, sizeVarints(a.Counts)) +
		sizeBytes(4, len(a.Grids)) + sizeBytes(5, sizeVarints(a.Self)) + sizeBytes(6, sizeVarints(a.Guesses)) +
		sizeBytes(8, 8*len(a.Measures))
	for _, name := range a.Names {
		size += sizeMessage(7, len(name))
	}
	for i := range a.Failures {
		size += sizeMessage(9, a.Failures[i].size())
	}
	for i := range a.Series {
		size += sizeMessage(10, a.Series[i].size())
	}
	return size
}

func (a *Answers) append(b []byte) []byte {
	b = appendUint(b, 1, a.First)
	b = appendBytes(b, 2, a.Endings)
	b = appendVarints(b, 3, a.Counts)
	b = appendBytes(b, 4, a.Grids)
	b = appendVarints(b, 5, a.Self)
	b = appendVarints(b, 6, a.Guesses)
	for _, name := range a.Names {
		b = append(appendHead(b, 7, len(name)), name...)
	}
	b = appendDoubles(b, 8, a.Measures)
	for i := range a.Failures {
		b = a.Failures[i].append(appendHead(b, 9, a.Failures[i].size()))
	}
	for i := range a.Series {
		b = a.Series[i].append(appendHead(b, 10, a.Series[i].size()))
	}
	return b
}

// read reads the message in a.buf, which Endings and Grids then alias.
func (a *Answers) read() error {
	a.Endings, a.Grids = nil, nil
	a.Reset(0)
	return eachField(a.buf, a.readField)
}

func (a *Answers) readField(f field) error {
	switch f.num {
	case 1:
		f.into(&a.First)
	case 2:
		f.intoBytes(&a.Endings)
	case 3:
		return intoVarints(f, &a.Counts)
	case 4:
		f.intoBytes(&a.Grids)
	case 5:
		return intoVarints(f, &a.Self)
	case 6:
		return intoVarints(f, &a.Guesses)
	case 7:
		return a.readName(f)
	case 8:
		return f.intoDoubles(&a.Measures)
	case 9:
		return intoList(f, &a.Failures, (*Failure).read)
	case 10:
		return intoList(f, &a.Series, (*Series).read)
	}
	return nil
}

// readName appends a name, sharing the text with the message before if it is the same.
func (a *Answers) readName(f field) error {
	if f.typ != protowire.BytesType {
		return nil
	}
	i := len(a.Names)
	if i < cap(a.Names) && a.Names[:i+1][i] == string(f.bytes) {
		a.Names = a.Names[:i+1]
		return nil
	}
	if i >= maxEntries {
		return errTooManyEntries
	}
	var name string
	err := f.intoText(&name)
	a.Names = append(a.Names, name)
	return err
}

func (v *Failure) size() int { return sizeUint(1, uint64(v.Row)) + sizeBytes(2, len(v.Text)) }

func (v *Failure) append(b []byte) []byte {
	return appendBytes(appendUint(b, 1, uint64(v.Row)), 2, v.Text)
}

func (v *Failure) read(f field) error {
	switch f.num {
	case 1:
		f.intoUint32(&v.Row)
	case 2:
		return f.intoText(&v.Text)
	}
	return nil
}

func (v *Series) size() int {
	return sizeUint(1, uint64(v.Row)) + sizeBytes(2, len(v.Name)) + sizeBytes(3, 8*len(v.X)) +
		sizeBytes(4, 8*len(v.Y))
}

func (v *Series) append(b []byte) []byte {
	b = appendBytes(appendUint(b, 1, uint64(v.Row)), 2, v.Name)
	return appendDoubles(appendDoubles(b, 3, v.X), 4, v.Y)
}

func (v *Series) read(f field) error {
	switch f.num {
	case 1:
		f.intoUint32(&v.Row)
	case 2:
		return f.intoText(&v.Name)
	case 3:
		return f.intoDoubles(&v.X)
	case 4:
		return f.intoDoubles(&v.Y)
	}
	return nil
}

package sudokupad

import (
	"errors"
	"strings"
	"unicode/utf16"
)

// errForeign says that a text is not what Compress writes.
var errForeign = errors.New("not the compressed text of a puzzle link")

// Compress writes text as the links of puzzle sites do: Lempel-Ziv-Welch over UTF-16 code units, where a
// unit that is new is spelled out and every code has as many bits as the dictionary needs by then; six bits
// make a letter of base64. The format is that of the JavaScript library lz-string.
func Compress(text string) string {
	e := &lzEncoder{codes: map[string]int{}, fresh: map[string]bool{}, next: firstCode, codeWidth: codeWidth{2, 2}}
	word := ""
	for _, unit := range utf16.Encode([]rune(text)) {
		c := string([]byte{byte(unit), byte(unit >> 8)})
		if _, known := e.codes[c]; !known {
			e.codes[c], e.fresh[c] = e.next, true
			e.next++
		}
		if _, known := e.codes[word+c]; known {
			word += c
			continue
		}
		e.put(word)
		e.codes[word+c] = e.next
		e.next++
		word = c
	}
	if word != "" {
		e.put(word)
	}
	e.bits(endCode, e.width)
	return e.close()
}

// Codes with a meaning of their own; those of words begin behind them.
const (
	byteCode, unitCode, endCode = 0, 1, 2
	firstCode                   = 3
)

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// lzEncoder writes the codes of words, as LZ-String does in JavaScript.
type lzEncoder struct {
	out   strings.Builder
	codes map[string]int  // of words, as little-endian code units
	fresh map[string]bool // units with a code that have not been spelled out yet
	next  int             // the code of the next word
	codeWidth
	letter int // the bits of a letter that is not full
	filled int
}

// codeWidth is how many bits a code has.
type codeWidth struct {
	width int
	room  int // codes until they need one bit more
}

// grow takes note of a new code, which may need wider codes from then on.
func (w *codeWidth) grow() {
	if w.room--; w.room == 0 {
		w.room = 1 << w.width
		w.width++
	}
}

// put writes the code of a word, or spells out a unit that stands there for the first time.
func (e *lzEncoder) put(word string) {
	if !e.fresh[word] {
		e.bits(e.codes[word], e.width)
		e.grow()
		return
	}
	delete(e.fresh, word)
	if word[1] == 0 {
		e.bits(byteCode, e.width)
		e.bits(int(word[0]), 8)
	} else {
		e.bits(unitCode, e.width)
		e.bits(int(word[0])|int(word[1])<<8, 16)
	}
	e.grow() // a unit takes the place of two codes: its own
	e.grow() // and that of the word
}

// bits writes the lowest bits of a value, the least first.
func (e *lzEncoder) bits(value, count int) {
	for range count {
		e.letter = e.letter<<1 | value&1
		value >>= 1
		if e.filled++; e.filled == 6 {
			e.out.WriteByte(base64Letters[e.letter])
			e.letter, e.filled = 0, 0
		}
	}
}

// close fills the last letter, with one bit at least, and the last four letters.
func (e *lzEncoder) close() string {
	e.bits(0, 6-e.filled)
	for e.out.Len()%4 != 0 {
		e.out.WriteByte('=')
	}
	return e.out.String()
}

// Decompress reads what Compress wrote, up to limit code units.
func Decompress(text string, limit int) (string, error) {
	d := &lzDecoder{text: strings.TrimRight(text, "="), codeWidth: codeWidth{2, 2}}
	words := make([][]uint16, firstCode)
	var out, last []uint16
	for len(out) <= limit {
		code := d.bits(d.width)
		if code == endCode && d.err == nil {
			return string(utf16.Decode(out)), nil
		}
		if code == byteCode || code == unitCode {
			words = append(words, []uint16{uint16(d.bits(8 << code))})
			code = len(words) - 1
			d.grow()
		}
		word := append([]uint16(nil), last...)
		switch {
		case code < len(words):
			word = words[code]
		case code == len(words) && last != nil:
			word = append(word, last[0])
		default:
			d.err = errForeign
		}
		if d.err != nil {
			return "", d.err
		}
		out = append(out, word...)
		if last != nil {
			words = append(words, append(last[:len(last):len(last)], word[0]))
		}
		last = word
		d.grow()
	}
	return "", errForeign
}

// lzDecoder reads the bits of a compressed text.
type lzDecoder struct {
	text string
	at   int // bits read
	codeWidth
	err error
}

// bits reads a value whose least bit comes first; beyond the end or a letter it sets err.
func (d *lzDecoder) bits(count int) int {
	value := 0
	for i := range count {
		if d.at/6 >= len(d.text) {
			d.err = errForeign
			return 0
		}
		letter := strings.IndexByte(base64Letters, d.text[d.at/6])
		if letter < 0 {
			d.err = errForeign
			return 0
		}
		value |= letter >> (5 - d.at%6) & 1 << i
		d.at++
	}
	return value
}

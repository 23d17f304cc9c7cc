package where

import (
	"errors"
	"slices"
	"testing"
)

func TestTokens(t *testing.T) {
	s := scanner{where: `  se>=4.5&&(tag!='a "b"'||!dup)  <5ms -1e3 größe_2~`}
	want := []token{{nameToken, "se", 2}, {signToken, ">=", 4}, {numberToken, "4.5", 6}, {signToken, "&&", 9},
		{signToken, "(", 11}, {nameToken, "tag", 12}, {signToken, "!=", 15}, {textToken, `a "b"`, 17}, {signToken, "||", 24},
		{signToken, "!", 26}, {nameToken, "dup", 27}, {signToken, ")", 30}, {signToken, "<", 33}, {durationToken, "5ms", 34},
		{numberToken, "-1e3", 38}, {nameToken, "größe_2", 43}, {signToken, "~", 52}, {kind: endToken, at: 53}}
	var got []token
	for {
		next, err := s.next()
		if err != nil {
			t.Fatal(err)
		}
		if got = append(got, next); next.kind == endToken {
			break
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestColumnsCountCharacters(t *testing.T) {
	s := scanner{where: `"größe" ;`}
	_, err := s.next()
	if err == nil {
		_, err = s.next()
	}
	var bad *Error
	if !errors.As(err, &bad) || bad.Column != 9 {
		t.Errorf("got %v, want column 9", err)
	}
}

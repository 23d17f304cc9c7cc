package where

import (
	"errors"
	"fmt"
	"strconv"
	"time"
)

// A condition compares names with numbers, times or texts by == != < <= > >=, or by ~ for "contains"; yes-or-no names
// stand alone; && || ! and parentheses join. parser turns it into SQL while it reads, with every value
// as an argument.
type parser struct {
	scanner
	token token // the one to be read next
	names *Names
	args  []any
	parts int
	// How many ! are open, and whether there is any ||.
	negations int
	either    bool
}

// maxParts keeps conditions below the depth that SQLite takes.
const maxParts = 200

// parse returns the SQL of the whole condition.
func (p *parser) parse() (string, error) {
	if err := p.advance(); err != nil {
		return "", err
	}
	sql, err := p.or()
	if err == nil && p.token.kind != endToken {
		err = p.wrong(p.token.at, fmt.Sprintf("%q is not expected here", p.token.text))
	}
	if p.either {
		clear(p.names.begin)
	}
	return sql, err
}

func (p *parser) advance() (err error) {
	p.token, err = p.next()
	return err
}

// take reads a sign if it comes next.
func (p *parser) take(sign string) (bool, error) {
	if p.token.kind != signToken || p.token.text != sign {
		return false, nil
	}
	return true, p.advance()
}

func (p *parser) or() (string, error) { return p.joined("||", " OR ", p.and) }

func (p *parser) and() (string, error) { return p.joined("&&", " AND ", p.not) }

func (p *parser) joined(sign, word string, operand func() (string, error)) (string, error) {
	sql, err := operand()
	for err == nil {
		var more bool
		if more, err = p.take(sign); !more {
			break
		}
		p.either = p.either || sign == "||"
		var right string
		if right, err = operand(); err == nil {
			sql = "(" + sql + word + right + ")"
		}
	}
	return sql, err
}

func (p *parser) not() (string, error) {
	if p.parts++; p.parts > maxParts {
		return "", p.wrong(p.token.at, "more than 200 parts")
	}
	if negated, err := p.take("!"); err != nil || negated {
		if err != nil {
			return "", err
		}
		p.negations++
		sql, err := p.not()
		p.negations--
		return "NOT coalesce(" + sql + ", FALSE)", err
	}
	if open, err := p.take("("); err != nil || open {
		if err != nil {
			return "", err
		}
		return p.parenthesised()
	}
	return p.comparison()
}

func (p *parser) parenthesised() (string, error) {
	sql, err := p.or()
	if err != nil {
		return "", err
	}
	closed, err := p.take(")")
	if err == nil && !closed {
		err = p.wrong(p.token.at, "a closing parenthesis is missing")
	}
	return "(" + sql + ")", err
}

// comparison reads: flag | call | name operator value.
func (p *parser) comparison() (string, error) {
	name := p.token
	if name.kind != nameToken {
		return "", p.wrong(name.at, "a name is expected here")
	}
	if err := p.advance(); err != nil {
		return "", err
	}
	argument, called, err := p.argument()
	if err != nil {
		return "", err
	}
	field, err := p.names.find(p, name, argument, called)
	if err != nil || field.kind == flagField {
		p.args = append(p.args, field.args...)
		return field.sql, err
	}
	operator := p.token
	if operator.kind != signToken {
		return "", p.wrong(operator.at, name.text+" is followed by one of == != < <= > >= ~")
	}
	if err := p.advance(); err != nil {
		return "", err
	}
	at := p.token.at
	value, err := p.value()
	if err != nil {
		return "", err
	}
	sql, args, err := field.compare(operator.text, value)
	var word *unknownWord
	if errors.As(err, &word) {
		return "", &Error{Where: p.where, Column: p.column(at), Reason: name.text + " " + word.Error(),
			Name: word.word, Known: word.known}
	}
	if err != nil {
		return "", p.wrong(operator.at, fmt.Sprintf("%s %v", name.text, err))
	}
	p.args = append(p.args, args...)
	return sql, nil
}

// argument reads ("text") after a name, if it is there.
func (p *parser) argument() (text token, called bool, err error) {
	if called, err = p.take("("); !called || err != nil {
		return text, called, err
	}
	if p.token.kind != textToken {
		return text, true, p.wrong(p.token.at, "a text in quotes is expected here")
	}
	text = p.token
	if err := p.advance(); err != nil {
		return text, true, err
	}
	closed, err := p.take(")")
	if err == nil && !closed {
		err = p.wrong(p.token.at, "a closing parenthesis is missing")
	}
	return text, true, err
}

// value reads a number as float64, a time as time.Duration, or a text.
func (p *parser) value() (any, error) {
	t := p.token
	switch t.kind {
	case numberToken:
		v, err := strconv.ParseFloat(t.text, 64)
		if err != nil {
			return nil, p.wrong(t.at, fmt.Sprintf("%q is not a number", t.text))
		}
		return v, p.advance()
	case durationToken:
		v, err := time.ParseDuration(t.text)
		if err != nil {
			return nil, p.wrong(t.at, fmt.Sprintf("%q is neither a number nor a time such as 5ms or 1.5s", t.text))
		}
		return v, p.advance()
	case textToken:
		return t.text, p.advance()
	}
	return nil, p.wrong(t.at, "a number or a text in quotes is expected here")
}

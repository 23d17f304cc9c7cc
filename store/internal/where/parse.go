package where

import (
	"errors"
	"fmt"
	"strconv"
	"time"
)

// A condition compares names with numbers, times or texts by == != < <= > >=, or by ~ for "contains"; yes-or-no names
// stand alone; && || ! and parentheses join. parser turns it into SQL while it reads, with every value as an argument.
type parser struct {
	scanner
	token token // the one to be read next
	names *Names
	args  []any
	parts int
}

// maxParts keeps conditions below the depth that SQLite takes.
const maxParts = 200

// parse returns the whole condition, in SQL, which may answer with NULL if a puzzle lacks something.
func (p *parser) parse() (sql string, err error) {
	if err := p.advance(); err != nil {
		return "", err
	}
	sql, err = p.or()
	if err == nil && p.token.kind != endToken {
		err = p.wrong(p.token.at, fmt.Sprintf("%q is not expected here", p.token.text))
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

func (p *parser) or() (sql string, err error) { return p.joined("||", " OR ", p.and) }

func (p *parser) and() (sql string, err error) { return p.joined("&&", " AND ", p.not) }

func (p *parser) joined(sign, word string, operand func() (string, error)) (sql string, err error) {
	sql, err = operand()
	for err == nil {
		var more bool
		if more, err = p.take(sign); !more {
			break
		}
		var right string
		if right, err = operand(); err == nil {
			sql = "(" + sql + word + right + ")"
		}
	}
	return sql, err
}

func (p *parser) not() (sql string, err error) {
	if p.parts++; p.parts > maxParts {
		return "", p.wrong(p.token.at, "more than 200 parts")
	}
	if negation, err := p.take("!"); err != nil {
		return "", err
	} else if negation {
		sql, err := p.not()
		return negated(sql), err
	}
	if open, err := p.take("("); err != nil {
		return "", err
	} else if open {
		return p.parenthesised()
	}
	return p.comparison()
}

func negated(sql string) string { return "NOT coalesce(" + sql + ", FALSE)" }

func (p *parser) parenthesised() (sql string, err error) {
	if sql, err = p.or(); err != nil {
		return "", err
	}
	return "(" + sql + ")", p.close()
}

// close reads a closing parenthesis.
func (p *parser) close() error {
	closed, err := p.take(")")
	if err == nil && !closed {
		err = p.wrong(p.token.at, "a closing parenthesis is missing")
	}
	return err
}

// comparison reads: flag | call | name operator value.
func (p *parser) comparison() (sql string, err error) {
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
	if err != nil {
		return "", err
	}
	operator := p.token
	if field.flag != "" && (field.kind == flagField || operator.kind != signToken || operators[operator.text] == "") {
		p.args = append(p.args, field.args...)
		return field.flag, nil
	}
	if operator.kind != signToken {
		return "", p.wrong(operator.at, name.text+" is followed by one of == != < <= > >= ~")
	}
	if err := p.advance(); err != nil {
		return "", err
	}
	at := p.token.at
	if word := p.token; word.kind == nameToken {
		sign := operator.text
		if sign == "=" {
			sign = "=="
		}
		return "", p.wrong(at, fmt.Sprintf("a number or a text in quotes is expected here: %s %s %q", name.text, sign, word.text))
	}
	value, err := p.value()
	if err != nil {
		return "", err
	}
	sql, args, err := field.compare(operator.text, value)
	var word *unknownWord
	if errors.As(err, &word) {
		return sql, &Error{Where: p.where, Column: p.column(at), Reason: name.text + " " + word.Error(),
			Name: word.word, Known: word.known}
	}
	if err != nil {
		return sql, p.wrong(operator.at, fmt.Sprintf("%s %v", name.text, err))
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
	return text, true, p.close()
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

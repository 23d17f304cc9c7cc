// Package where is the language of conditions such as
//
//	se>=4.5 && clues<=24 && (tag=="x" || !dup) && level!="easy" && time("dlx")>5ms
//
// It turns them into SQL over the tables of package store, which is its only user; docs/store.md has the names.
//
//   - scan.go cuts a condition into tokens, parse.go reads them by precedence and writes SQL while it reads,
//     every value as an argument.
//   - names.go says what a name stands for: a column, a metric, a call such as uses("x_wing"); [Names] collects
//     the joins that the names in use need, which index to begin with, and where a metric's value and label are stored.
//   - compare.go compares such a field with a number, a time or a text, in the words of the partial indexes.
//
// What is wrong with a condition is an [Error] with its column and the names that could have stood there.
package where

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// A condition compares names with numbers, times or texts by == != < <= > >=, or by ~ for "contains"; yes-or-no names
// stand alone; && || ! and parentheses join. parser turns it into a clause while it reads, with every value as an
// argument of the SQL.
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

// clause is a part of a condition, in SQL, which may answer with NULL if a puzzle lacks something.
type clause struct {
	sql     string
	graders []int64 // algorithms that have graded every puzzle of which it holds
}

// parse returns the whole condition.
func (p *parser) parse() (clause, error) {
	if err := p.advance(); err != nil {
		return clause{}, err
	}
	c, err := p.or()
	if err == nil && p.token.kind != endToken {
		err = p.wrong(p.token.at, fmt.Sprintf("%q is not expected here", p.token.text))
	}
	if p.either {
		clear(p.names.begin)
	}
	p.names.graders = c.graders
	return c, err
}

// advance reads the next token.
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

// or reads alternatives.
func (p *parser) or() (clause, error) {
	return p.joined("||", p.and, clause.or)
}

// and reads conditions that all hold.
func (p *parser) and() (clause, error) {
	return p.joined("&&", p.not, func(left, right clause) clause {
		return clause{"(" + left.sql + " AND " + right.sql + ")",
			slices.Concat(left.graders, right.graders)}
	})
}

// joined reads operands with a sign between them.
func (p *parser) joined(sign string, operand func() (clause, error), join func(left, right clause) clause) (clause, error) {
	all, err := operand()
	for err == nil {
		var more bool
		if more, err = p.take(sign); !more {
			break
		}
		p.either = p.either || sign == "||"
		var right clause
		if right, err = operand(); err == nil {
			all = join(all, right)
		}
	}
	return all, err
}

// not reads a condition or its opposite.
func (p *parser) not() (clause, error) {
	if p.parts++; p.parts > maxParts {
		return clause{}, p.wrong(p.token.at, "more than 200 parts")
	}
	if negated, err := p.take("!"); err != nil || negated {
		if err != nil {
			return clause{}, err
		}
		p.negations++
		c, err := p.not()
		p.negations--
		return c.negated(), err
	}
	if open, err := p.take("("); err != nil || open {
		if err != nil {
			return clause{}, err
		}
		return p.parenthesised()
	}
	return p.comparison()
}

// or returns a clause that holds if one of both does.
func (c clause) or(d clause) clause {
	return clause{"(" + c.sql + " OR " + d.sql + ")",
		slices.DeleteFunc(slices.Clone(c.graders), func(id int64) bool { return !slices.Contains(d.graders, id) })}
}

// negated returns the opposite, which also holds without a value.
func (c clause) negated() clause {
	return clause{sql: "NOT coalesce(" + c.sql + ", FALSE)"}
}

// parenthesised reads a condition in parentheses.
func (p *parser) parenthesised() (clause, error) {
	c, err := p.or()
	if err != nil {
		return c, err
	}
	closed, err := p.take(")")
	if err == nil && !closed {
		err = p.wrong(p.token.at, "a closing parenthesis is missing")
	}
	c.sql = "(" + c.sql + ")"
	return c, err
}

// comparison reads: flag | call | name operator value.
func (p *parser) comparison() (clause, error) {
	name := p.token
	if name.kind != nameToken {
		return clause{}, p.wrong(name.at, "a name is expected here")
	}
	if err := p.advance(); err != nil {
		return clause{}, err
	}
	argument, called, err := p.argument()
	if err != nil {
		return clause{}, err
	}
	field, err := p.names.find(p, name, argument, called)
	if err != nil {
		return clause{}, err
	}
	if field.kind == flagField {
		p.args = append(p.args, field.args...)
		return clause{field.sql, field.graders()}, nil
	}
	operator := p.token
	if field.kind == countField && (operator.kind != signToken || operators[operator.text] == "") {
		p.args = append(p.args, field.args...)
		return clause{sql: field.flag}, nil
	}
	if operator.kind != signToken {
		return clause{}, p.wrong(operator.at, name.text+" is followed by one of == != < <= > >= ~")
	}
	if err := p.advance(); err != nil {
		return clause{}, err
	}
	at := p.token.at
	if word := p.token; word.kind == nameToken {
		sign := operator.text
		if sign == "=" {
			sign = "=="
		}
		return clause{}, p.wrong(at, fmt.Sprintf("a number or a text in quotes is expected here: %s %s %q", name.text, sign, word.text))
	}
	value, err := p.value()
	if err != nil {
		return clause{}, err
	}
	c, args, err := field.compare(operator.text, value)
	var word *unknownWord
	if errors.As(err, &word) {
		return c, &Error{Where: p.where, Column: p.column(at), Reason: name.text + " " + word.Error(),
			Name: word.word, Known: word.known}
	}
	if err != nil {
		return c, p.wrong(operator.at, fmt.Sprintf("%s %v", name.text, err))
	}
	p.args = append(p.args, args...)
	return c, nil
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

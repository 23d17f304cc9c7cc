//go:build js && wasm

// Command wasm is the program for the web. It calls the function sudokuctlReady of the page or worker that runs it with a
// function that answers requests:
//
//	answer(request, emit): calls emit with each record until emit returns false; returns "", or what went wrong
//
// Requests and records are objects; script/records.ts has their types.
package main

import (
	"fmt"
	"syscall/js"
	"time"

	"github.com/sudokuctl/sudokuctl/browser/engine"
)

func main() {
	e, err := engine.New()
	if err != nil {
		panic(err)
	}
	js.Global().Call("sudokuctlReady", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return answer(e, args[0], args[1])
	}))
	select {}
}

func answer(e *engine.Engine, request, emit js.Value) (wrong string) {
	defer func() {
		if r := recover(); r != nil {
			wrong = fmt.Sprint(r)
		}
	}()
	err := e.Answer(ask(request), func(record any) bool {
		more := emit.Invoke(engine.Plain(record))
		return more.Type() != js.TypeBoolean || more.Bool()
	})
	if err != nil {
		return err.Error()
	}
	return ""
}

// ask reads a request. Members of another type than they should have count as missing.
func ask(r js.Value) *engine.Ask {
	return &engine.Ask{Do: text(r, "do"), Puzzle: text(r, "puzzle"), Limit: int(number(r, "limit")), Seed: uint64(number(r, "seed")),
		Timeout: time.Duration(number(r, "timeout_ms") * float64(time.Millisecond)),
		Metrics: texts(r, "metrics"), Level: text(r, "level"),
		Values: text(r, "values"), Marks: texts(r, "marks"),
		Order: engine.Order{Geometry: text(r, "geometry"), Number: int(number(r, "number")), CluesMin: int(number(r, "clues_min")),
			CluesMax: int(number(r, "clues_max")), Symmetry: text(r, "symmetry"), Minimal: r.Get("minimal").Truthy(),
			Metric: text(r, "metric"), Min: number(r, "min"), Below: number(r, "below"), Seed: uint64(number(r, "seed"))}}
}

func text(r js.Value, name string) string {
	if v := r.Get(name); v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

func number(r js.Value, name string) float64 {
	if v := r.Get(name); v.Type() == js.TypeNumber {
		return v.Float()
	}
	return 0
}

func texts(r js.Value, name string) (all []string) {
	v := r.Get(name)
	if !v.InstanceOf(js.Global().Get("Array")) {
		return nil
	}
	for i := range v.Length() {
		if t := v.Index(i); t.Type() == js.TypeString {
			all = append(all, t.String())
		} else {
			all = append(all, "")
		}
	}
	return all
}

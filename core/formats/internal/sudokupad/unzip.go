package sudokupad

import (
	"regexp"
	"strings"
)

// longKeys are the keys that are shortened.
var longKeys = map[string]string{"c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells",
	"cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value", "vd": "videos",
	"l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength", "wp": "wayPoints",
	"t": "title", "te": "text", "d": "duration"}

var (
	bareKey    = regexp.MustCompile(`([,{\[])([a-zA-Z0-9]+):`)
	bareValue  = regexp.MustCompile(`:(f|t|#0|#F|[0-9a-fA-F]{6})([,}\]])`)
	nothing    = regexp.MustCompile(`([,\[])([,\]])`)
	longValues = map[string]string{"f": "false", "t": "true", "#0": `"#000000"`, "#F": `"#FFFFFF"`}
)

// Unzip returns a shortened text as JSON; one that is JSON already it returns as it is.
func Unzip(text string) string {
	if strings.Contains(text, `"`) {
		return text
	}
	text = strings.NewReplacer(`\'`, `'`, `'`, `"`).Replace(text)
	text = bareKey.ReplaceAllString(text, `$1"$2":`)
	for range 2 { // what is left out between two others is found the second time
		text = nothing.ReplaceAllString(text, `$1{}$2`)
	}
	return bareValue.ReplaceAllStringFunc(text, func(s string) string {
		value, end := s[1:len(s)-1], s[len(s)-1:]
		if long, ok := longValues[value]; ok {
			return ":" + long + end
		}
		return `:"#` + value + `"` + end
	})
}

// lengthen gives the keys within a JSON value their long names.
func lengthen(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = lengthen(value[i])
		}
	case map[string]any:
		long := map[string]any{}
		for key, v := range value {
			if name, ok := longKeys[key]; ok {
				key = name
			}
			long[key] = lengthen(v)
		}
		return long
	}
	return value
}

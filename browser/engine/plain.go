package engine

import (
	"fmt"
	"reflect"
	"strings"
)

// Plain returns a record as maps, slices, texts, numbers and truth values, with the names that encoding/json gives them. Package
// encoding/json itself would make the program for the web a tenth larger.
func Plain(record any) any {
	return plain(reflect.ValueOf(record))
}

func plain(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Invalid:
		return nil
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Pointer, reflect.Interface:
		return plain(v.Elem())
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return nil
		}
		all := make([]any, v.Len())
		for i := range all {
			all[i] = plain(v.Index(i))
		}
		return all
	case reflect.Map:
		if v.IsNil() {
			return nil
		}
		all := map[string]any{}
		for each := v.MapRange(); each.Next(); {
			all[fmt.Sprint(each.Key())] = plain(each.Value())
		}
		return all
	case reflect.Struct:
		return members(v)
	case reflect.Float64:
		return v.Float()
	case reflect.Int, reflect.Int64:
		return float64(v.Int())
	}
	panic(fmt.Sprintf("a record has a %s", v.Type()))
}

// members returns what the tags of a struct name.
func members(v reflect.Value) map[string]any {
	all := map[string]any{}
	for i := range v.NumField() {
		tag, ok := v.Type().Field(i).Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		if !ok || name == "-" || options == "omitempty" && isEmpty(v.Field(i)) {
			continue
		}
		all[name] = plain(v.Field(i))
	}
	return all
}

// isEmpty reports whether encoding/json leaves a value out of a field with omitempty.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	}
	return v.IsZero()
}

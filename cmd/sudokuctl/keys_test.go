package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var keepKeys = flag.Bool("keep-keys", false, "keep the keys of records as they are now as those of a release")

// TestKeysOfTheRelease says that the records of commands have all keys that those of version 0.1 had, with values of the same type.
func TestKeysOfTheRelease(t *testing.T) {
	t.Parallel()
	const released = "testdata/keys-0.1.json"
	root := t.TempDir()
	v := &visit{t: t, folder: root + "/folder", home: root + "/home"}
	v.write(v.home+"/here", "", 0o600)
	const puzzle = "2.14........4..2"
	v.write(v.folder+"/puzzle.txt", puzzle+"\n", 0o600)
	now := map[string]map[string]string{}
	for _, command := range []string{"run puzzle.txt --solver dlx --grader rules", "solve " + puzzle, "grade " + puzzle, "check " + puzzle,
		"explain " + puzzle, "hint " + puzzle, "generate --geometry 4", "list", "show 1", "stats", "compare",
		"plugin list", "bench puzzle.txt --solver dlx --repeat 1 --warmup 0 --save=false", "version"} {
		now[command] = map[string]string{}
		for line := range strings.Lines(v.run(append(strings.Fields(command), "-o", "jsonl")...)) {
			var record map[string]any
			if err := json.Unmarshal([]byte(line), &record); err == nil {
				keysOf(now[command], "", record)
			}
		}
	}
	if *keepKeys {
		text, err := json.MarshalIndent(now, "", "  ")
		if err == nil {
			err = os.WriteFile(released, append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(released)
	if err != nil {
		t.Fatal(err)
	}
	var then map[string]map[string]string
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&then); err != nil {
		t.Fatal(err)
	}
	for _, command := range slices.Sorted(maps.Keys(then)) {
		for key, kind := range then[command] {
			if got := now[command][key]; got != kind && got != "null" && kind != "null" {
				t.Errorf("%s -o jsonl: key %q has the type %q, and had %q", command, key, got, kind)
			}
		}
	}
}

// keysOf collects the keys of a record, those of records in it with a dot, and the JSON types of their values.
func keysOf(keys map[string]string, before string, record map[string]any) {
	for key, value := range record {
		name := before + key
		switch value := value.(type) {
		case map[string]any:
			keys[name] = "object"
		case []any:
			keys[name] = "array"
			if len(value) > 0 {
				if first, ok := value[0].(map[string]any); ok {
					keysOf(keys, name+".", first)
				}
			}
		case nil:
			if keys[name] == "" {
				keys[name] = "null"
			}
		case string:
			keys[name] = "string"
		case bool:
			keys[name] = "boolean"
		default:
			keys[name] = "number"
		}
	}
}

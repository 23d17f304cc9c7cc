"""Each clause of a puzzle is one constraint of MiniZinc, which Gecode propagates."""
import json, subprocess, sys

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"
joined = lambda items: ",".join(map(str, items))
table = lambda rows: "[|" + "|".join(map(joined, rows)) + "|]"

def constraint(c, digits):
    cells = [f"x[{cell}]" for cell in c["cells"]]
    if c["kind"] == "differ":
        return f"alldifferent([{joined(cells)}])"
    if c["kind"] == "pair":
        pairs = [(a, b) for a, those in enumerate(c["relation"], 1) for b in those or []]
        return f"table([{joined(cells)}], {table(pairs)})" if pairs else "false"
    if c["kind"] == "word":
        steps = table([to + 1 for to in row] for row in c["next"])
        ends = joined(state + 1 for state in c.get("accepting", []))
        return f"regular([{joined(cells)}], {len(c['next'])}, {digits}, {steps}, 1, {{{ends}}})"
    if c["kind"] == "count":
        cells = [f"bool2int({x} in {{{joined(those)}}})" for x, those in zip(cells, c["digits"])]
    total = " + ".join(f"{w} * {x}" for w, x in zip(c.get("weights", [1] * len(cells)), cells))
    return " \\/ ".join(f"({low} <= {total} /\\ {total} <= {high})" for low, high in c.get("total", [])) or "false"

def solve(m, digits, houses):
    said = [f"x[{i}] = {SYMBOLS.index(s) + 1}" for i, s in enumerate(m["puzzle"]) if s != "."]
    said += [f"x[{s['cell']}] in {{{joined(s['allowed'])}}}" for s in m.get("soft", [])]
    said += [constraint({"kind": "differ", "cells": h}, digits) for h in houses]
    said += [constraint(c, digits) for c in m.get("clauses", [])]
    model = ("".join(f'include "{name}.mzn"; ' for name in ("alldifferent", "table", "regular"))
             + f'array[0..{len(m["puzzle"]) - 1}] of var 1..{digits}: x; '
             'solve :: int_search([x[i] | i in index_set(x)], dom_w_deg, indomain_min) satisfy; output [show(x), "\\n"];\n'
             + "".join(f"constraint {s};\n" for s in said))
    amount = ["-n", str(m["limit"])] if "limit" in m else ["-a"]
    run = subprocess.run(["minizinc", "--solver", "gecode", *amount, "-"], input=model, capture_output=True, text=True)
    if run.returncode:
        return {"id": m["id"], "done": "error", "error": run.stderr.strip()[-300:]}
    grids = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("[")]
    return {"id": m["id"], "solutions": ["".join(SYMBOLS[d - 1] for d in g) for g in grids], "done": "finished"}

known = {}
for line in sys.stdin:
    message = json.loads(line)
    known.update(message)
    if "hello" in message:
        print('{"hello":1}', flush=True)
    elif "do" in message:
        print(json.dumps(solve(message, known["digits"], known["houses"])), flush=True)

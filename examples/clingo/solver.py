"""Each clause of a puzzle is a few rules of an answer set program, in which x(cell,digit) is chosen."""
import json, subprocess, sys

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"

def rules(c, name):
    """Yields rules by which ok(name) is true if a clause holds."""
    kind, cells, ok = c["kind"], c.get("cells", []), f'ok("{name}")'
    if kind == "in":
        yield from (f"{ok} :- x({cells[0]},{d})." for d in c["digits"][0])
    elif kind == "differ":
        places = ";".join(map(str, cells))
        yield f"{ok} :- " + ",".join(f"#count {{ C : x(C,{d}), C = ({places}) }} <= 1" for d in range(1, known["digits"] + 1)) + "."
    elif kind == "pair":
        yield from (f"{ok} :- x({cells[0]},{a}), x({cells[1]},{b})." for a, those in enumerate(c["relation"], 1) for b in those or [])
    elif kind in ("sum", "count"):
        every = range(1, known["digits"] + 1)
        terms = "; ".join(f"{w * (d if kind == 'sum' else 1)},{i} : x({cell},{d})"
                          for i, (cell, w) in enumerate(zip(cells, c.get("weights", [1] * len(cells))))
                          for d in (every if kind == "sum" else c["digits"][i]))
        yield from (f"{ok} :- {low} <= #sum {{ {terms} }} <= {high}." for low, high in c.get("total", []))
    elif kind == "word":
        yield f'at("{name}",0,0).'
        for i, cell in enumerate(cells):
            yield f'at("{name}",{i + 1},T) :- at("{name}",{i},S), x({cell},D), next("{name}",S,D,T).'
        yield from (f'next("{name}",{s},{d},{to}).' for s, row in enumerate(c["next"]) for d, to in enumerate(row, 1) if to >= 0)
        yield from (f'{ok} :- at("{name}",{len(cells)},{s}).' for s in c.get("accepting", []))
    else:
        for i, every in enumerate(c["either"]):
            names = [f"{name}.{i}.{k}" for k in range(len(every))]
            yield f"{ok} :- " + ",".join(["#true"] + [f'ok("{n}")' for n in names]) + "."
            for n, one in zip(names, every):
                yield from rules(one, n)

def solve(m):
    program = [f"1 {{ x({cell},1..{known['digits']}) }} 1." for cell in range(len(m["puzzle"]))]
    program += [f":- not x({i},{SYMBOLS.index(s) + 1})." for i, s in enumerate(m["puzzle"]) if s != "."]
    program += [f":- x({s['cell']},D), " + ",".join(f"D != {d}" for d in s["allowed"]) + "." for s in m.get("soft", [])]
    for h in known["houses"]:
        how = "1" if len(h) == known["digits"] else "0"
        program.append(f"{how} {{ x(C,D) : C = ({';'.join(map(str, h))}) }} 1 :- D = 1..{known['digits']}.")
    for i, c in enumerate(m.get("clauses", [])):
        program += [*rules(c, str(i)), f':- not ok("{i}").']
    run = subprocess.run(["clingo", "--outf=2", f"-n {m.get('limit', 0)}", "-"], text=True, capture_output=True,
                         input="\n".join(program) + "\n#show x/2.")
    answer = json.loads(run.stdout)
    grids = []
    for witness in answer["Call"][0].get("Witnesses", []):
        at = dict(map(int, atom[2:-1].split(",")) for atom in witness["Value"])
        grids.append("".join(SYMBOLS[at[cell] - 1] for cell in range(len(at))))
    return {"id": m["id"], "solutions": grids, "done": "finished"}

known = {}
for line in sys.stdin:
    message = json.loads(line)
    known.update(message)
    if "hello" in message:
        print('{"hello":1}', flush=True)
    elif "do" in message:
        print(json.dumps(solve(message)), flush=True)

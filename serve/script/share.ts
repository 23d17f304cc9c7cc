// What leaves a board: into the library, as a picture, to other sites. Nothing is sent to another site before a person asks for it.

const answerless = "The server does not answer.";

async function post(address: string, puzzle: string): Promise<Response> {
  try {
    return await fetch(address, { method: "POST", headers: { "Content-Type": "text/plain" }, body: puzzle });
  } catch {
    throw new Error(answerless);
  }
}

async function converted(api: string, puzzle: string, to: string): Promise<string> {
  const answer = await post(`${api}/convert?to=${to}`, puzzle);
  if (answer.ok) return (await answer.text()).trim();
  throw new Error(((await answer.json().catch(() => ({}))) as { detail?: string }).detail ?? "The server has no answer.");
}

// sharing are what the commands that share a puzzle do; each returns what is to be said.
const sharing: Record<string, (api: string, puzzle: string) => Promise<string>> = {
  async keep(api, puzzle) {
    const answer = await post(`${api}/puzzles?name=board`, puzzle);
    const record = (await answer.json()) as { new: number; detail?: string };
    if (!answer.ok) throw new Error(record.detail ?? "It was not kept.");
    return record.new ? "Kept in the library." : "The library has it already.";
  },
  async picture(api, puzzle) {
    await navigator.clipboard.writeText(await converted(api, puzzle, "svg"));
    return "The picture is copied, as SVG.";
  },
  "to-fpuzzles": (api, puzzle) => visit(api, puzzle, "f-puzzles"),
  "to-sudokupad": (api, puzzle) => visit(api, puzzle, "sudokupad"),
};

async function visit(api: string, puzzle: string, site: string): Promise<string> {
  window.open(await converted(api, puzzle, site), "_blank", "noopener");
  return "Opened in another tab.";
}

// share does a command that shares a puzzle, and says how that went. It reports whether the name is of such a command.
export function share(name: string, api: string, puzzle: string, say: (words: string) => void): boolean {
  const act = sharing[name];
  act?.(api, puzzle).then(say, (e: Error) =>
    say(e.name === "NotAllowedError" ? "The browser does not allow copying here." : e.message),
  );
  return !!act;
}

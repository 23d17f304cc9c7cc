// What a page asks of the API of its server about puzzles.

// Ask returns the records of an answer; an Error says why there is none.
export type Ask = (what: string, body: Record<string, unknown>, signal?: AbortSignal) => Promise<unknown[]>;

export const unreachable = "The server does not answer.";

// server asks the API at an address.
export function server(address: string): Ask {
  return async (what, body, signal) => {
    let answer: Response;
    let records: unknown;
    try {
      answer = await fetch(`${address}/${what}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(body),
        signal,
      });
      records = await answer.json();
    } catch {
      throw new Error(unreachable);
    }
    if (answer.ok && Array.isArray(records)) return records;
    throw new Error((records as { detail?: string }).detail ?? "The server has no answer.");
  };
}

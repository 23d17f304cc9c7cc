// What tests of the scripts need. They run in a browser, started by a Go test.

export type Tests = Record<string, () => void>;

// same throws unless two values are the same as JSON.
export function same(got: unknown, want: unknown): void {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  if (a !== b) throw new Error(`got ${a}, want ${b}`);
}

// What all pages need of the document.

export function query<T extends HTMLElement = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

export function queryAll<T extends HTMLElement = HTMLElement>(selector: string): T[] {
  return [...document.querySelectorAll<T>(selector)];
}

// colon joins two names, of which the second may be missing.
export function colon(a: string, b: string): string {
  return b ? `${a}: ${b}` : a;
}

// What all pages need of the document.

export function query<T extends HTMLElement = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

export function queryAll<T extends HTMLElement = HTMLElement>(selector: string): T[] {
  return [...document.querySelectorAll<T>(selector)];
}

// read returns what the page says to its script, undefined if it is another page.
export function read<T>(id: string): T | undefined {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : undefined;
}

// colon joins two names, of which the second may be missing.
export function colon(a: string, b: string): string {
  return b ? `${a}: ${b}` : a;
}

// make returns a new element with properties and children.
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

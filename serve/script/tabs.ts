// Tabs on the rail beside a grid: play, steps, and what is known of the puzzle. Without scripts all of it stands below each other.

import { make } from "./page";

const parts: [name: string, selector: string][] = [
  ["Play", ".play, .new, .random"],
  ["Steps", "#possible, #steps"],
  ["Info", ".info"],
];

export class Tabs {
  private readonly list = make("div", { className: "seg tabbed", role: "tablist", ariaLabel: "rail" });

  constructor(private readonly panel: HTMLElement) {
    for (const [name, selector] of parts) {
      const own = [...panel.children].filter((e) => e.matches(selector));
      if (!own.length) continue;
      own.forEach((e) => e.classList.add(`in-${name}`));
      const tab = make("button", { type: "button", role: "tab", textContent: name });
      tab.addEventListener("click", () => this.show(name));
      this.list.append(tab);
    }
    this.list.style.gridTemplateColumns = `repeat(${this.list.children.length}, 1fr)`;
    this.list.addEventListener("keydown", (e) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
      const all = [...this.list.children] as HTMLElement[];
      if (!step) return;
      e.preventDefault();
      const next = all[(all.indexOf(e.target as HTMLElement) + step + all.length) % all.length]!;
      this.show(next.textContent!);
      next.focus();
    });
    panel.querySelector(":scope > .talk")?.after(this.list);
    const found = panel.querySelector(".info > details[open]");
    this.show(found ? "Info" : "Play");
  }

  show(name: string): void {
    this.panel.dataset.tab = name;
    for (const tab of this.list.children as HTMLCollectionOf<HTMLElement>) {
      const is = tab.textContent === name;
      tab.ariaSelected = String(is);
      tab.tabIndex = is ? 0 : -1;
    }
    const steps = this.panel.querySelector<HTMLDetailsElement>("#steps");
    if (steps && name === "Steps") steps.open = true;
  }
}

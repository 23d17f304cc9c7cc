// Import by dropping files and folders on the library, one file after the other.

// ImportRecord is what the API answers.
interface ImportRecord {
  new: number;
  known: number;
  bad: { line: number; detail: string }[];
  bad_all: number;
  ended?: string; // why the rest was not read
}

// importDrops makes of a form for one file a place for many; the API is where the form says.
export function importDrops(form: HTMLFormElement): void {
  const status = document.createElement("p");
  status.role = "status";
  form.before(status);
  const field = form.querySelector<HTMLInputElement>("input[type=file]")!;
  field.multiple = true;
  let busy = false;
  const start = async (files: AsyncIterable<File> | Iterable<File>) => {
    if (busy) return;
    busy = true;
    form.closest("details")!.open = true;
    status.scrollIntoView({ block: "center" });
    await importAll(form, files, status).finally(() => (busy = false));
  };
  form.addEventListener("submit", (e) => {
    if (!field.files?.length) return; // what is pasted goes the way without scripts
    e.preventDefault();
    void start(field.files);
  });
  document.addEventListener("dragover", (e) => e.preventDefault());
  document.addEventListener("drop", (e) => {
    e.preventDefault();
    const items = [...(e.dataTransfer?.items ?? [])].map((i) => i.webkitGetAsEntry() ?? i.getAsFile());
    void start(filesOf(items.filter((item) => item !== null)));
  });
}

// filesOf yields the files of folders, and of the folders in them.
async function* filesOf(items: (File | FileSystemEntry)[]): AsyncGenerator<File> {
  for (const entry of items) {
    if (entry instanceof File) {
      yield entry;
      continue;
    }
    if (entry.isFile) {
      yield await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
      continue;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
      if (!some.length) break;
      yield* filesOf(some);
    }
  }
}

async function importAll(
  form: HTMLFormElement,
  files: AsyncIterable<File> | Iterable<File>,
  status: HTMLElement,
): Promise<void> {
  const fields = new FormData(form);
  let done = 0;
  let added = 0;
  let known = 0;
  const left: string[] = [];
  const sum = () => `${done} ${done === 1 ? "file" : "files"} read: ${added} new puzzles, ${known} that were known`;
  for await (const file of files) {
    status.textContent = `${sum()}; reading ${file.name}, ${Math.ceil(file.size / 1024)} KiB …`;
    const query = new URLSearchParams({ name: file.name, licence: String(fields.get("licence") ?? "") });
    for (const tag of String(fields.get("tags") ?? "").split(/[\s,]+/)) if (tag) query.append("tag", tag);
    try {
      const answer = await fetch(`${form.dataset.import!}?${query}`, {
        method: "POST",
        headers: { "Content-Type": "text/plain" },
        body: file,
      });
      const record = (await answer.json()) as Partial<ImportRecord> & { detail?: string };
      if (!answer.ok) throw new Error(record.detail);
      added += record.new ?? 0;
      known += record.known ?? 0;
      if (record.bad_all)
        left.push(
          `${file.name}: ${record.bad_all} ${record.bad_all === 1 ? "line" : "lines"} left out, the first is line ${record.bad![0]!.line}: ${record.bad![0]!.detail}`,
        );
      if (record.ended) left.push(record.ended);
    } catch (e) {
      left.push(`${file.name}: ${e instanceof TypeError ? "the server does not answer" : (e as Error).message}`);
    }
    done++;
  }
  status.textContent = `${sum()}. `;
  const link = document.createElement("a");
  link.href = `${location.pathname}?sort=-id`;
  link.textContent = "Show the newest";
  status.append(link);
  for (const words of left) {
    const item = document.createElement("p");
    item.textContent = words;
    status.after(item);
  }
}

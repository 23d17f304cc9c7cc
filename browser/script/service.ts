// The service worker: keeps the files of the page, so that it works without a network after the first visit.

declare const VERSION: string; // hash of the files
declare const FILES: string[];

interface Event {
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
  request: Request;
}

const on = (name: string, act: (e: Event) => void) => addEventListener(name, act as unknown as EventListener);

on("install", (e) =>
  e.waitUntil(
    caches.open(VERSION).then((kept) => kept.addAll(FILES.map((name) => new Request(name, { cache: "reload" })))),
  ),
);

on("activate", (e) =>
  e.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)))),
  ),
);

on("fetch", (e) => {
  if (e.request.method !== "GET") return;
  // The page is the same for every puzzle.
  e.respondWith(caches.match(e.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(e.request)));
});

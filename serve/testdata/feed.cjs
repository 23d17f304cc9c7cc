// What a reader of feeds makes of both kinds of ours.
const Parser = require("rss-parser");

const picture = async (html) => {
  const answer = await fetch(/<img src="([^"]+)"/.exec(html)[1]);
  return answer.ok ? answer.headers.get("content-type") : answer.status;
};

const show = async (title, home, items) => {
  console.log(title, home, items.length);
  for (const i of items) console.log([i.title, i.link, i.id, new Date(i.date).toISOString(), await picture(i.html)].join("|"));
};

(async () => {
  const base = process.argv[2];
  const rss = await new Parser().parseURL(base + "rss");
  await show(rss.title, rss.link, rss.items.map((i) => ({ title: i.title, link: i.link, id: i.guid, date: i.isoDate, html: i.content })));
  const json = await (await fetch(base + "json")).json(); // as https://jsonfeed.org/version/1.1 has it
  await show(json.title, json.home_page_url, json.items.map((i) => ({ title: i.title, link: i.url, id: i.id, date: i.date_published, html: i.content_html })));
})();

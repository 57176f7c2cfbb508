// The page without a network: shows the matches as `app.js` kept them, with the hour at which they were like that.
(async () => {
  "use strict";
  const again = document.getElementById("again");
  if (location.pathname !== again.dataset.own) again.href = location.href;
  addEventListener("online", () => location.reload());

  const kept = await caches.open("seen").then((seen) => seen.match("/offline/seen.json"));
  if (!kept) return;
  const { at, theme, zone, rows } = await kept.json();
  if (theme) document.documentElement.dataset.theme = theme;
  if (!rows.length) return;
  const when = { weekday: "long", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone };
  const written = new Intl.DateTimeFormat(document.documentElement.lang, when).format(at);
  document.getElementById("seen-at").textContent = zone ? `${written} (${zone})` : written; // As are all times below.
  const list = document.getElementById("seen-rows");
  for (const { title, says } of rows) {
    const row = document.createElement("li");
    const main = Object.assign(document.createElement("p"), { className: "row-main", textContent: title });
    const end = Object.assign(document.createElement("p"), { className: "row-end quiet", textContent: says });
    row.append(main, end);
    list.append(row);
  }
  document.getElementById("seen").hidden = false;
})();

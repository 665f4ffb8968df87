"use strict";
// Keeps a page live, and sends its forms without leaving it. Without this file all still works.
const page = document.getElementById("page");
const stale = document.getElementById("stale");
const toasts = document.getElementById("toasts");
let heard = Date.now(), source, wait = 500, version = page.dataset.version;

const clock = () => new Date(heard).toTimeString().slice(0, 5);
const dead = () => { stale.textContent = `Not live since ${clock()}`; stale.hidden = false; hide(); };
const alive = () => { heard = Date.now(); stale.hidden = true; wait = 500; };

async function redraw() {
  const answer = await fetch(location.pathname + "?part=1", { cache: "no-store" });
  if (answer.redirected) return location.reload();
  if (answer.ok) { page.innerHTML = await answer.text(); sum(); }
}
function connect() {
  if (source) source.close();
  source = new EventSource("/live?as=" + encodeURIComponent(page.dataset.viewer));
  source.onmessage = (event) => {
    alive();
    if (event.lastEventId !== version) { version = event.lastEventId; redraw().catch(dead); }
  };
  source.addEventListener("beat", alive);
  source.addEventListener("gone", () => location.reload());
  source.onerror = () => { dead(); source.close(); wait = Math.min(wait * 2, 8000); setTimeout(connect, wait * (0.5 + Math.random())); };
}
function say(words) {
  toasts.textContent = words;
  clearTimeout(say.later);
  say.later = setTimeout(() => { toasts.textContent = ""; }, 6000);
}
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!["/act", "/hands"].includes(new URL(form.action).pathname)) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  body.append("id", crypto.getRandomValues(new Uint32Array(2)).join("-"));
  const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Tableside": "1" } }).catch(dead);
  if (!answer) return;
  const told = await answer.json().catch(() => ({}));
  if (told.words) say(told.words);
  if (location.pathname === "/hands") redraw();
});
function sum() {
  for (const form of document.querySelectorAll(".laying")) {
    const chips = [...form.querySelectorAll("input[name=chip]:checked")].map((box) => +box.value);
    form.querySelector("[data-sum]").textContent = chips.reduce((a, b) => a + b, 0);
    form.querySelector(".go").textContent = chips.length ? `Lay ${chips.join(" and ")}, and roll` : "Roll";
  }
}
document.addEventListener("change", sum);
const show = () => page.querySelector("[data-secret]")?.classList.add("showing");
function hide() { page.querySelector("[data-secret]")?.classList.remove("showing"); }
document.addEventListener("pointerdown", (event) => { if (event.target.closest("[data-hold]")) { event.preventDefault(); show(); } });
document.addEventListener("keydown", (event) => { if (event.key === " " && event.target.closest?.("[data-hold]")) { event.preventDefault(); show(); } });
for (const name of ["pointerup", "pointercancel", "keyup", "contextmenu"]) document.addEventListener(name, hide);
addEventListener("blur", hide);
addEventListener("pagehide", hide);
addEventListener("pageshow", (event) => { if (event.persisted) { connect(); redraw(); } });
document.addEventListener("visibilitychange", () => { hide(); if (!document.hidden) { connect(); redraw().catch(dead); } });
setInterval(() => { if (Date.now() - heard > 25000) { dead(); connect(); } }, 5000);
sum();
connect();

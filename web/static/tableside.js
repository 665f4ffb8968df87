// Keeps a page live, sends its forms without leaving it, opens the curtain while a thumb holds it.
// Without this script every page still works: it refreshes itself, and forms are forms.
"use strict";

const screen_ = document.getElementById("screen");
const page = () => screen_.querySelector("main");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SILENT_MS = 25000; // two heartbeats and a half
const REFUSED_MS = 4000;

// -- live

const me = Math.random();
const notlive = document.getElementById("notlive");
const jitter = () => 500 + Math.random() * 2000; // so that a table that is back is not run over
let stream = null, tabs = null, liveAt = "", version = document.body.dataset.version;
let heard = performance.now(), heardAt = Date.now(), tried = 0, waiting, later;
let loading = false, again = false, asking = null, patience = 3000;

// By whichever clock says more: one stands still in sleep, the other may be set anew.
const silence = () => Math.max(performance.now() - heard, Date.now() - heardAt);

function alive() {
  heard = performance.now();
  heardAt = Date.now();
  post(notlive, false);
}

// A notice has a place of its own above the page, and covers nothing of it.
function post(notice, there) {
  notice.hidden = !there;
  const posted = Boolean(document.querySelector("body > .float:not([hidden])"));
  if (document.body.classList.contains("posted") === posted) return;
  const at = posted ? scrollY : screen_.scrollTop;
  document.body.classList.toggle("posted", posted);
  (posted ? screen_ : window).scrollTo(0, at); // what was read stays in sight
}

// A browser opens six connections to a table, so its tabs share one stream for each view: who needs
// one asks the others first. A tab that nobody sees needs none.
function listen() {
  hush();
  liveAt = page() && page().dataset.live;
  if (!liveAt || !window.EventSource || document.hidden) return;
  tried = performance.now();
  if (tabs && tabs.name !== liveAt) tabs = tabs.close();
  if (!tabs && window.BroadcastChannel) {
    tabs = new BroadcastChannel(liveAt);
    tabs.onmessage = ({ data }) => told(data);
  }
  say("who");
  waiting = setTimeout(connect, tabs ? 100 + Math.random() * 200 : 0);
}

function connect() {
  stream = new EventSource(liveAt);
  stream.onmessage = (event) => {
    alive();
    say("news");
    if (event.lastEventId !== version) refresh();
    version = null; // only what this page was drawn from needs no second look
  };
  stream.addEventListener("beat", () => { alive(); say("beat"); });
  stream.addEventListener("gone", () => { say("news"); location.replace(location.pathname); });
  stream.onerror = () => { hush(); waiting = setTimeout(wake, jitter()); };
}

function hush() {
  clearTimeout(waiting);
  if (stream) stream.close();
  stream = null;
}

const say = (what) => { if (tabs) tabs.postMessage({ what, from: me }); };

// What another tab with the same view says.
function told({ what, from }) {
  if (what === "who") { if (stream && silence() < SILENT_MS) say("here"); return; }
  if (what === "bye") { if (!document.hidden) { hush(); waiting = setTimeout(listen, Math.random() * 300); } return; }
  if (stream && me < from) return; // two have one: the other lets go
  hush();
  alive();
  if (what !== "beat") refresh();
}

// A table that refuses to be called is gone; one that says nothing may only be slow.
function watch(patience = SILENT_MS) {
  if (!liveAt || document.hidden || silence() < patience) return;
  if (notlive.hidden) {
    const since = new Date(Date.now() - silence());
    notlive.querySelector("span").textContent =
      `${since.getHours()}:${String(since.getMinutes()).padStart(2, "0")}`;
    post(notlive, true);
  }
  if (performance.now() - tried > 8000) setTimeout(listen, Math.random() * 1000);
}

function wake() {
  watch();
  listen();
  if (asking) asking.abort(); // it may hang in a connection that died in sleep
  patience = 1000;
  refresh();
}

// Ask the table, but not for ever.
async function ask(path, patience, more) {
  const end = new AbortController(), late = setTimeout(() => end.abort(), patience);
  if (!more) asking = end;
  try {
    const reply = await fetch(path, { credentials: "same-origin", signal: end.signal, ...more });
    return { reply, body: await reply.text() };
  } finally { clearTimeout(late); }
}

// Load the screen anew; one load at a time, and one more if something came meanwhile.
async function refresh() {
  if (loading) { again = true; return; }
  clearTimeout(later);
  loading = true;
  do {
    again = false;
    try { await load(); } catch (fault) {
      answered(false);
      patience = Math.min(2 * patience, 30000);
      if (fault.name === "AbortError") again = !document.hidden;
      else {
        if (fault.name === "TypeError") watch(REFUSED_MS);
        if (!again && !document.hidden) later = setTimeout(refresh, jitter());
      }
    }
  } while (again);
  loading = false;
}

async function load() {
  const { reply, body } = await ask(page().dataset.part, patience);
  if (reply.redirected) return location.replace(reply.url.replace(/[?&]part=1/, ""));
  if (!reply.ok) throw reply.status;
  if (reply.headers.get("X-Program") !== document.documentElement.dataset.program) return location.reload();
  const before = await beforeShown(body);
  show(body);
  afterShown(before);
  answered(true);
  patience = 3000;
}

const TYPED = "input:not([type]), textarea"; // what somebody has written and not yet sent stays
const FIELDS = "input:not([type=hidden]), select, textarea";
const FORMS = ".laying, .dice, .paying";
let anew = false; // another question is asked than before

function show(html) {
  const before = places();
  const question = /<main[^>]* data-question="([^"]*)"/.exec(html);
  anew = (question ? question[1] : undefined) !== page().dataset.question;
  if (anew) {
    cover();
    looked = false;
    for (const form of page().querySelectorAll(FORMS)) form.reset();
  }
  Idiomorph.morph(screen_, html, { morphStyle: "innerHTML", callbacks: { beforeNodeMorphed: keep } });
  const now = page().dataset.question;
  if (onwards && (now === undefined || now !== onwards.from)) {
    const heading = page().querySelector("h1");
    onwards = null;
    if (heading) { heading.tabIndex = -1; heading.focus(); }
  }
  if (anew && now !== undefined) for (const reader of [window, screen_]) reader.scrollTo(0, 0); // it is read from its top
  if (page().dataset.live !== liveAt) listen();
  if (looked) {
    page().classList.add("looked");
    page().classList.toggle("held", Boolean(held));
    labels(held ? "open" : "closed");
  }
  move(before);
  recount();
}

// What a hand is about to say stays as it is until the question is another one.
function keep(old, now) {
  if (old.nodeType !== 1) return true;
  if (old.matches("details[open]")) now.open = true;
  if (old === document.activeElement && old.matches("h1[tabindex]")) now.tabIndex = -1; // it stays in focus
  if (old === document.activeElement && old.matches(FIELDS)) return false;
  if (old.matches(TYPED) && old.value !== old.defaultValue) return false;
  if (old.matches(`${FORMS}, .reach`) && now.matches(`${FORMS}, .reach`)) return anew;
  if (old.matches(".pane") && held) return false;
  return !same(old, now);
}

// Whether it needs no second look: drawn alike, and without a field, which a hand may have changed.
const same = (old, now) => old.isEqualNode(now) && !old.matches(FIELDS) && !old.querySelector(FIELDS);

// -- motion that explains: a piece goes where it went

function places() {
  const found = new Map();
  if (calm.matches) return found;
  for (const piece of document.querySelectorAll(".moves")) found.set(piece.id, piece.getBoundingClientRect());
  return found;
}

function move(before) {
  if (!before.size) return;
  for (const piece of document.querySelectorAll(".moves")) {
    const old = before.get(piece.id), now = piece.getBoundingClientRect();
    if (!old || !piece.animate || Math.hypot(old.x - now.x, old.y - now.y) < 2) continue;
    const scale = piece.getScreenCTM().a;
    const from = `translate(${(old.x - now.x) / scale}px, ${(old.y - now.y) / scale}px)`;
    if (piece.classList.contains("drop"))
      piece.animate([{ transform: from }, { transform: from, offset: .2 },
        { transform: "none", offset: .78, easing: "ease-in" }, { transform: "scale(1.04,.96)", offset: .9 },
        { transform: "none" }], 410);
    else piece.animate([{ transform: from }, { transform: "none" }],
      { duration: 420, easing: "cubic-bezier(.2,.8,.2,1)" });
  }
}

// -- forms

function ticket() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes));
}

const AT_ONCE = "form.at-once"; // what is changed in it is sent, without a button
let earlier = Promise.resolve(); // the last of these: what is touched next goes after it
const untaken = new Set(); // those that the table did not take: what is touched next is not said without them
const unkept = () => [...untaken].filter((form) => form.isConnected && form.matches(AT_ONCE));

document.addEventListener("submit", async (event) => {
  const form = event.target, act = new URL(form.action).pathname;
  if (act !== "/act" && act !== "/hands" && act !== "/twins") return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form)), button = event.submitter;
  const byKey = Boolean(button && button.matches(":focus-visible")), from = page().dataset.question;
  const about = page().dataset.about;
  if (button && button.name) body.append(button.name, button.value);
  const menu = button && button.closest("details.more");
  if (menu) menu.open = false; // its answer is beneath it
  const touched = (button || form).dataset; // what is touched once more, unanswered, is the same act
  if (act === "/act") body.set("id", touched.ticket || (touched.ticket = ticket()));
  try {
    const headers = { "X-Tableside": "1", "Accept": "application/json" };
    const choice = form.matches(AT_ONCE);
    if (!choice) for (const other of unkept()) other.requestSubmit(); // it is still written there
    const sent = earlier.then(() => (choice || !unkept().length) && ask(act, 10000, { method: "POST", body, headers }));
    if (choice) earlier = sent.then(({ reply }) => reply.ok, () => false).then((taken) => untaken[taken ? "delete" : "add"](form));
    if (!await sent) return; // why, is told already
    const { reply, body: said } = await sent;
    answer = { words: reply.ok ? "" : JSON.parse(said).words, about: reply.status === STALE ? NEXT : about };
    delete touched.ticket;
    if (reply.ok) {
      for (const field of form.querySelectorAll(TYPED)) field.defaultValue = field.value;
      if (button) leave(byKey && { from });
    }
  } catch (_) {
    tell(document.getElementById("notice").dataset.unheard);
  }
  refresh();
});

// The control that was used is going; a keyboard goes on at what is asked after `from`.
let onwards = null;
function leave(next) {
  onwards = next;
  if (document.activeElement) document.activeElement.blur();
}

const STALE = 409, NEXT = null; // what is told then is about the question that comes
const QUIET_MS = 20000;
let quiet, answer = null, told_about;

// What the table has answered to an act stays while the same is asked, and goes with that.
function tell(words, about = page().dataset.about) {
  const toast = document.getElementById("notice");
  clearTimeout(quiet);
  told_about = about;
  toast.textContent = words;
  post(toast, Boolean(words));
  if (words && page().dataset.about === undefined) quiet = setTimeout(tell, QUIET_MS, "");
}

// After each try to load: what the screen itself says, in sight, needs no second box.
function answered(loaded) {
  const toast = document.getElementById("notice"), now = page().dataset.about;
  if (answer) tell(answer.about === NEXT || answer.about === now ? answer.words : "", answer.about);
  if (loaded && told_about === NEXT) told_about = now;
  if (told_about !== NEXT && told_about !== now) tell("");
  answer = null;
  for (const box of page().querySelectorAll(".toast")) {
    const { top, bottom } = box.getBoundingClientRect();
    if (bottom > 0 && top < innerHeight && box.textContent.trim() === toast.textContent) tell("");
  }
}

// -- chips and dice: what is laid, what it reaches

function recount() {
  const form = document.querySelector(".laying");
  if (!form) return;
  const chips = [...form.querySelectorAll("input[name=chip]:checked")].map((chip) => +chip.value);
  const sum = chips.reduce((a, b) => a + b, 0);
  const words = form.querySelector(".sum"), said = words.dataset, needed = +said.needed;
  words.querySelector("b").textContent = sum ? said.with.replace("{}", sum) : said.bare;
  words.querySelector("span").replaceChildren(...chance(said, needed, needed - sum));
  const odds = form.querySelector(".odds");
  if (odds) odds.textContent = JSON.parse(odds.dataset.odds)[sum];
  const go = form.querySelector("[data-lay]");
  go.textContent = chips.length ? go.dataset.lay.replace("{}", chips.join(go.dataset.and)) : go.dataset.roll;
  const reach = document.querySelector(".reach");
  if (!reach) return;
  reach.setAttribute("transform", `translate(0 ${Math.max(42, 802 - sum * reach.dataset.step)})`);
  for (const mark of document.querySelectorAll("[data-mark]")) {
    mark.classList.toggle("past", +mark.dataset.mark < sum);
    mark.toggleAttribute("hidden", Math.abs(mark.dataset.mark - sum) * reach.dataset.step < 50);
  }
  reach.querySelector("text.oc").textContent = sum;
  for (const face of reach.querySelectorAll("[data-face]"))
    face.classList.toggle("short", needed > 0 && sum + +face.dataset.face < needed);
}

function chance(said, needed, gap) {
  if (!needed) return [];
  if (gap <= said.dice) return [said.enough];
  if (gap > 6 * said.dice) return [said.never];
  const number = document.createElement("b");
  number.className = "i";
  number.textContent = gap;
  const [before, after] = said.gap.split("{n}");
  return [before, number, after];
}

document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (event.target.name === "chip") recount();
  if (form && form.matches(AT_ONCE)) {
    delete form.dataset.ticket; // not the act that may still be on its way
    form.requestSubmit();
  }
  if (form && form.matches(".dice") && [...form.querySelectorAll("fieldset")].every((row) => row.querySelector(":checked")))
    form.requestSubmit(form.querySelector(".go"));
});

// -- the curtain: open while it is held, closed by anything else

let held = null, looked = false, since = 0;

function lift(pad) {
  if (held) return;
  held = pad;
  looked = true;
  since = performance.now();
  page().classList.add("held", "looked");
  secrets(false);
  labels("open");
  requestAnimationFrame(run);
}

function run(now) {
  if (!held) return;
  const left = Math.max(0, 10 - (now - since) / 1000);
  const clip = document.querySelector(".lookclip");
  if (clip) {
    clip.setAttribute("transform", `translate(0 ${60 + 72 * (10 - left)})`);
    clip.querySelector("text").textContent = Math.ceil(left);
  }
  if (left) requestAnimationFrame(run); else cover();
}

function cover() {
  if (!held) return;
  held = null;
  page().classList.remove("held");
  secrets(true);
  labels("closed");
  const clip = document.querySelector(".lookclip");
  if (clip) {
    clip.setAttribute("transform", "translate(0 60)");
    clip.querySelector("text").textContent = 10;
  }
}

function secrets(hide) {
  for (const secret of document.querySelectorAll("[data-secret]")) secret.toggleAttribute("hidden", hide);
}

function labels(how) {
  for (const text of document.querySelectorAll("[data-closed]"))
    text.textContent = how === "open" || text.matches("button") ? text.dataset.open : text.dataset.closed;
  for (const button of document.querySelectorAll(".holdrow .alt")) button.disabled = how === "open";
}

const pad = (event) => event.target.closest && event.target.closest("button.hold:not([name])");
document.addEventListener("pointerdown", (event) => {
  const thumb = pad(event);
  if (!thumb) return;
  event.preventDefault();
  try { thumb.setPointerCapture(event.pointerId); } catch (_) { /* gone already */ }
  lift(thumb);
});
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) document.addEventListener(end, cover);
document.addEventListener("contextmenu", (event) => { if (pad(event)) event.preventDefault(); });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") cover();
  if (!pad(event) || (event.key !== " " && event.key !== "Enter")) return;
  event.preventDefault();
  if (!event.repeat) lift(pad(event)); // a key that stays down after the curtain has closed opens nothing
});
document.addEventListener("keyup", (event) => { if (event.key === " " || event.key === "Enter") cover(); });
for (const end of ["blur", "pagehide"]) addEventListener(end, cover);

// -- fingers at the simulated table: down while they are down

let finger = null, felt = false, moved = Promise.resolve();
const TAP_MS = 80; // a finger is no faster

function poke(move, seat) {
  const body = new URLSearchParams();
  body.set("do", move);
  body.set("seat", seat);
  moved = moved
    .then(() => fetch(document.querySelector("[data-finger]").form.action, { method: "POST", body, headers: { "X-Tableside": "1" }, credentials: "same-origin" }))
    .catch(() => tell(document.getElementById("notice").dataset.unfelt))
    .then(() => new Promise((done) => setTimeout(done, TAP_MS)));
}
document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest && event.target.closest("[data-finger]");
  if (!button) return;
  finger = button.dataset.finger;
  felt = true;
  poke("down", finger);
});
for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(end, () => { if (finger) poke("up", finger); finger = null; });
document.addEventListener("click", (event) => {
  const button = event.target.closest && event.target.closest("[data-finger]");
  if (button && felt) event.preventDefault(); // a pointer has pressed already; a keyboard presses now
  felt = false;
});

// -- begin

function sleep() {
  if (stream) say("bye");
  hush();
}
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return wake();
  cover();
  sleep();
});
addEventListener("pagehide", sleep);
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
addEventListener("online", wake);
setInterval(watch, 5000);
document.documentElement.classList.add("live");
listen();
recount();

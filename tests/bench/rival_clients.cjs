// Ten clients of one table, in one process: the first acts, and how long it took until each of the
// others has read what is new: `node rival_clients.cjs theirs|our_phone KIND PORT MOVES TOKENS` prints
// milliseconds, and how many bytes of JSON were told to one. The first have a seat each: one of
// theirs, or one of ours by its token.
"use strict";
const http = require("node:http");
const [whose, kind, port, moves, told] = process.argv.slice(2);
const CLIENTS = 10, tokens = JSON.parse(told), host = `localhost:${port}`;
const late = [];
let sent = 0, waiting = new Set(), allHeard = () => {}, counts = true, bytes = 0;

function heard(who, told) {
  if (!waiting.delete(who)) return;
  if (who && counts) {
    late.push(performance.now() - sent);
    bytes = told;
  }
  if (!waiting.size) allHeard();
}

function all(act) {
  const done = new Promise((resolve) => { allHeard = resolve; });
  waiting = new Set(Array.from({ length: CLIENTS }, (_, who) => who));
  sent = performance.now();
  return Promise.all([act(), done]);
}

const rest = (ms) => new Promise((done) => setTimeout(done, ms));

async function theirs() {
  const { io } = require("socket.io-client");
  const match = `match-${Date.now()}`, sockets = [];
  for (let n = 0; n < CLIENTS; n += 1) {
    const socket = io(`http://${host}/game`, { transports: ["websocket"] });
    await new Promise((done) => { socket.once("sync", done); socket.emit("sync", match, n < tokens.length ? String(n) : null, undefined, tokens.length); });
    socket.on("update", (...update) => heard(n, update));
    sockets.push(socket);
  }
  const action = { type: "MAKE_MOVE", payload: { type: "act", args: [], playerID: "0" } };
  return [async () => { sockets[0].emit("update", action, 0, match, "0"); }];
}

const agent = new http.Agent({ keepAlive: true });

function post(form, headers) {
  return new Promise((done, fail) => {
    const data = new URLSearchParams(form).toString();
    const all = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": Buffer.byteLength(data), Origin: `http://${host}`, "X-Tableside": "1", ...headers };
    const request = http.request({ host: "localhost", port, path: "/act", method: "POST", agent, headers: all }, (reply) => {
      let text = "";
      reply.on("data", (part) => { text += part; });
      reply.on("end", () => (reply.statusCode === 200 ? done() : fail(new Error(`${data}: ${reply.statusCode} ${text}`))));
    });
    request.on("error", fail);
    request.end(data);
  });
}

async function ours() {
  const cookie = (n) => (n < tokens.length ? { Cookie: `tableside_seats=${tokens[n]}` } : {});
  let mine = {};
  for (let n = 0; n < CLIENTS; n += 1) {
    await new Promise((ready) => {
      http.get({ host: "localhost", port, path: "/live", headers: cookie(n) }, (stream) => {
        let text = "";
        stream.on("data", (part) => {
          text += part;
          if (!text.endsWith("\n\n")) return;
          const data = text.match(/^data: ({"schema".*)$/m);
          text = "";
          if (!data) return;
          const view = JSON.parse(data[1]);
          if (n === 0) mine = view;
          heard(n, data[1].length);
          ready();
        });
      });
    });
  }
  const own = () => mine.seats.find((one) => one.seat === mine.viewer);
  let n = 0;
  const says = (form) => () => post({ ...form(), as: mine.viewer, id: `${process.pid}-${n += 1}` }, cookie(0));
  if (kind === "smallest") return [says(() => ({ command: own().sitting ? "stand" : "sit", arg_seat: mine.viewer }))];
  return [says(() => ({ question: mine.ask.question, answer: "chips 5" })), says(() => ({ undo: "" }))];
}

async function main() {
  const [act, back] = await (whose === "theirs" ? theirs() : ours());
  await rest(500);
  for (let n = 0; n < moves; n += 1) {
    counts = true;
    await all(act);
    await rest(10 + 20 * Math.random());
    counts = false;
    if (back) await all(back);
  }
  console.log(JSON.stringify({ late, bytes: typeof bytes === "number" ? bytes : JSON.stringify(bytes).length }));
  process.exit(0);
}

main().catch((fault) => { console.error(fault); process.exit(1); });

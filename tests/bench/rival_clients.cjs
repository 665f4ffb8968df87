// Ten clients of one table, in one process: the first acts, the others hear. One and the same for
// both servers: `node rival_clients.cjs theirs|ours PORT MOVES [CODE]` prints milliseconds.
"use strict";
const http = require("node:http");
const [kind, port, moves, code] = process.argv.slice(2);
const CLIENTS = 10, SEAT = "jason", host = `localhost:${port}`;
const late = [];
let sent = 0, waiting = new Set(), allHeard = () => {};

function heard(who) {
  if (!waiting.delete(who)) return;
  late.push(performance.now() - sent);
  if (!waiting.size) allHeard();
}

const rest = (ms) => new Promise((done) => setTimeout(done, ms));
const agent = new http.Agent({ keepAlive: true });

function post(path, body, headers = {}) {
  return new Promise((done, fail) => {
    const data = JSON.stringify(body);
    const all = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(data), Origin: `http://${host}`, ...headers };
    const request = http.request({ host: "localhost", port, path, method: "POST", agent, headers: all }, (reply) => {
      let text = "";
      reply.on("data", (part) => { text += part; });
      reply.on("end", () => (reply.statusCode === 200 ? done({ text, cookie: reply.headers["set-cookie"] }) : fail(new Error(`${path}: ${reply.statusCode} ${text}`))));
    });
    request.on("error", fail);
    request.end(data);
  });
}

async function theirs() {
  const { io } = require("socket.io-client");
  const match = `match-${Date.now()}`, sockets = [];
  for (let n = 0; n < CLIENTS; n += 1) {
    const socket = io(`http://${host}/tally`, { transports: ["websocket"] });
    await new Promise((done) => { socket.once("sync", done); socket.emit("sync", match, String(n), undefined, CLIENTS); });
    socket.on("update", () => heard(n));
    sockets.push(socket);
  }
  const action = { type: "MAKE_MOVE", payload: { type: "add", args: [], playerID: "0" } };
  return async () => { sockets[0].emit("update", action, 0, match, "0"); };
}

async function ours() {
  const { cookie } = await post("/claim", { seat: SEAT, code });
  const headers = { Cookie: cookie.map((one) => one.split(";")[0]).join("; ") };
  for (let n = 0; n < CLIENTS; n += 1) {
    await new Promise((ready) => {
      http.get({ host: "localhost", port, path: "/live" }, (stream) => stream.on("data", (part) => {
        ready();
        if (part.includes('data: {"schema"')) heard(n);
      }));
    });
  }
  let sits = false;
  return async () => {
    sits = !sits;
    await post("/command", { name: sits ? "sit" : "stand", args: { seat: SEAT } }, headers);
  };
}

async function main() {
  const act = await (kind === "theirs" ? theirs() : ours());
  await rest(500);
  for (let n = 0; n < moves; n += 1) {
    const all = new Promise((done) => { allHeard = done; });
    waiting = new Set(Array.from({ length: CLIENTS - 1 }, (_, who) => who + 1));
    sent = performance.now();
    await Promise.all([act(), all]);
    await rest(10 + 20 * Math.random());
  }
  console.log(JSON.stringify(late));
  process.exit(0);
}

main().catch((fault) => { console.error(fault); process.exit(1); });

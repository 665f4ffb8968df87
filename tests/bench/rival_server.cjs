// boardgame.io's server, as its makers run it: `node rival_server.cjs smallest|evening FOLDER`. Of an
// evening the state is our views (views.json in the folder), each player's its own, kept on disk there.
"use strict";
const { readFileSync } = require("node:fs");
const { Server, Origins, FlatFile } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");
const [kind, folder] = process.argv.slice(2);

const turn = { activePlayers: ActivePlayers.ALL };
const smallest = {
  setup: () => ({ sum: 0 }),
  moves: { act: { move: ({ G }) => { G.sum += 1; }, ignoreStaleStateID: true } },
};
const evening = {
  setup: () => ({ ...JSON.parse(readFileSync(`${folder}/views.json`)), laid: 0 }),
  playerView: ({ G, playerID }) => ({ ...G.shared, ...G.own[playerID], laid: G.laid }),
  moves: { act: { move: ({ G }) => { G.laid += 1; }, ignoreStaleStateID: true } },
};
const game = { name: "game", turn, disableUndo: true, ...(kind === "smallest" ? smallest : evening) };
const db = kind === "smallest" ? undefined : new FlatFile({ dir: `${folder}/kept` });
Server({ games: [game], origins: [Origins.LOCALHOST], db })
  .run(0)
  .then(({ appServer }) => console.log(`port ${appServer.address().port}`));

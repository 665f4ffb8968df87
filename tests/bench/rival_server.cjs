// boardgame.io's server with the smallest game there is: everybody may add one at any time.
"use strict";
const { Server, Origins } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");

const tally = {
  name: "tally",
  setup: () => ({ sum: 0 }),
  moves: { add: { move: ({ G }) => { G.sum += 1; }, ignoreStaleStateID: true } },
  turn: { activePlayers: ActivePlayers.ALL },
};
Server({ games: [tally], origins: [Origins.LOCALHOST] })
  .run(0)
  .then(({ appServer }) => console.log(`port ${appServer.address().port}`));

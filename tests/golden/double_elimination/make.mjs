// Writes brackets.json beside it: what brackets-manager makes of double eliminations of 4 to 1,024 players.
//
//     cd $(mktemp -d) && npm install brackets-manager@1.11 brackets-memory-db@1.0 && node PATH/make.mjs .
//
// For each size: how many matches each round of the winners, of the losers and of the final has, and in which round of
// the losers those come in who lost in each round of the winners. The better seed wins every match.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeFileSync } from "node:fs";

const require = createRequire(join(process.cwd(), "anything.js"));
const { BracketsManager } = require("brackets-manager");
const { InMemoryDatabase } = require("brackets-memory-db");

async function made(size) {
  const storage = new InMemoryDatabase();
  const manager = new BracketsManager(storage);
  const seeding = Array.from({ length: size }, (_, at) => `${at + 1}`);
  const settings = { seedOrdering: ["inner_outer"], grandFinal: "double" };
  const { id } = await manager.create.stage({ tournamentId: 0, name: "x", type: "double_elimination", seeding, settings });
  const seeds = new Map((await storage.select("participant")).map((each) => [each.id, Number(each.name)]));
  for (;;) {
    const ready = (await storage.select("match")).filter((each) => each.status === 2);
    if (!ready.length) break;
    for (const { id: match, opponent1, opponent2 } of ready) {
      const first = seeds.get(opponent1.id) < seeds.get(opponent2.id);
      await manager.update.match({ id: match, [first ? "opponent1" : "opponent2"]: { result: "win", score: 1 } });
    }
  }
  const groups = await storage.select("group", { stage_id: id });
  const rounds = await storage.select("round", { stage_id: id });
  const matches = await storage.select("match", { stage_id: id });
  const of = (group, round) => {
    const here = rounds.find((each) => each.number === round && each.group_id === groups.find((g) => g.number === group).id);
    return matches.filter((each) => each.round_id === here.id);
  };
  const count = (group) => rounds.filter((each) => each.group_id === groups.find((g) => g.number === group).id).length;
  const sizes = (group) => Array.from({ length: count(group) }, (_, at) => of(group, at + 1).length);
  const players = (match) => [match.opponent1?.id, match.opponent2?.id].filter((each) => each != null);
  const drops = [];
  for (let round = 1; round <= count(1); round++) {
    const lost = of(1, round).map((each) => (each.opponent1.result === "win" ? each.opponent2 : each.opponent1).id);
    const entered = lost.map((one) => {
      for (let late = 1; late <= count(2); late++) if (of(2, late).flatMap(players).includes(one)) return late;
    });
    drops.push(...new Set(entered));
  }
  return { winners: sizes(1), losers: sizes(2), final: sizes(3), drops };
}

const found = {};
for (let size = 4; size <= 1024; size *= 2) found[size] = await made(size);
const text = Object.entries(found).map(([size, each]) => `  "${size}": ${JSON.stringify(each)}`);
writeFileSync(join(dirname(fileURLToPath(import.meta.url)), "brackets.json"), `{\n${text.join(",\n")}\n}\n`);

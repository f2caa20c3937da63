import { compare } from './compare.ts';
import { printHistory } from './history.ts';
import { openStage } from './stage.ts';
import { subjects } from './subjects.ts';

/*
 * Ratios inside one run, on one machine and one pair of servers. Absolute times say something about the machine only.
 */
const stage = await openStage();
try {
  const of = subjects(stage);
  console.log(`node ${process.version}\n`);
  await printHistory(stage);
  for (const load of [
    { clients: 1, times: 20, rounds: 5 },
    { clients: 16, times: 80, rounds: 5 },
  ]) {
    await compare([of.bare, of.create, of.pay, of.settle], load);
    await compare([of.insertAndStart, of.insert, of.create], load);
    await compare([of.ideal, of.whole, of.bare], load);
  }
  await compare([of.straight, of.pay, of.bare], { clients: 1, times: 20, rounds: 5 });
} finally {
  await stage.close();
}

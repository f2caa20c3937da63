import { byHand } from '../chaos/by-hand.ts';
import { numbersIn, SEEDS } from '../chaos/numbers.ts';
import { commandsReport } from './report.ts';
import { runCommands, type CommandsArguments } from './run.ts';

const USAGE =
  'Write npm run drill:commands -- --kills 200 --seed 7; without a seed, one is chosen.';

/*
 * Kills the worker while money is asked to be moved, sends again what was answered with 503, and has the network's own ledger
 * judge. The system has its own ports and data, so it runs beside `npm start`.
 */
await byHand({
  name: 'commands',
  argumentsOf: (given, anySeed): CommandsArguments =>
    numbersIn(
      given,
      {
        kills: { otherwise: 20, least: 1, most: 10_000 },
        seed: { otherwise: anySeed, least: 0, most: SEEDS - 1 },
      },
      USAGE,
    ),
  title: ({ kills, seed }) => `${kills} kills, seed ${seed}`,
  run: runCommands,
  reportOf: commandsReport,
});

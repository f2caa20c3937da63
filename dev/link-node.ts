import { fileURLToPath } from 'node:url';
import { printedProgress } from './progress.ts';
import { linkNode } from './servers/node.ts';

/** Where npm looks for the programs of its scripts before all other places. */
const BIN = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
try {
  await linkNode(BIN, printedProgress(process.stdout));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

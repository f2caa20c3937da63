import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { Printed, Sheet } from './sheet.ts';
import { fontOf } from './woff.ts';

/*
 * The program behind press.ts: sets one sheet after the other, and ends with the process that started it.
 */

/** One family for both scripts and all digits. */
const WEIGHTS = ['Regular', 'Bold'];

const require = createRequire(import.meta.url);
const fonts = join(
  dirname(require.resolve('@ibm/plex-sans-arabic/package.json')),
  'fonts/complete/woff',
);
// Templates read no files: a directory with nothing but font files is all that they could reach.
const compiler = NodeCompiler.create({
  workspace: fonts,
  fontArgs: [
    {
      fontBlobs: WEIGHTS.map((weight) =>
        fontOf(readFileSync(join(fonts, `IBMPlexSansArabic-${weight}.woff`))),
      ),
    },
  ],
});

process.on('disconnect', () => process.exit());
process.on('message', (sheet: Sheet) => {
  process.send?.(print(sheet));
});

function print({ template, data, createdAt }: Sheet): Printed {
  try {
    const pdf = compiler.pdf(
      { mainFileContent: template, inputs: { data } },
      { creationTimestamp: createdAt },
    );
    // What was set is not set again; without this the memory of it stays.
    compiler.evictCache(0);
    return { pdf };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

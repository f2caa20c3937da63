import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { Sheet } from '../render/files/paper.ts';
import { fontOf } from './woff.ts';

/*
 * The program behind pdf/pool.ts: sets one sheet after the other, and ends with the process that started it.
 */

/** What it answers to each sheet; before the first it says once that it can be asked. */
export type Printed = { readonly pdf: Uint8Array } | { readonly fault: string };

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
process.send?.('ready');

/** Where a logo is for the compiler; nothing is written there. */
const LOGO = join(fonts, 'logo');

/** A picture that is broken inside is left out: what a document says is worth more than how it looks. */
function print(sheet: Sheet): Printed {
  const { logo, ...plain } = sheet;
  const printed = set(sheet);
  return 'fault' in printed && logo ? set(plain) : printed;
}

function set({ template, data, createdAt, logo }: Sheet): Printed {
  try {
    if (logo) compiler.mapShadow(LOGO, Buffer.from(logo));
    const pdf = compiler.pdf(
      { mainFileContent: template, inputs: { data, logo: logo ? '/logo' : '' } },
      { creationTimestamp: createdAt },
    );
    return { pdf };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  } finally {
    compiler.resetShadow();
    // What was set is not set again; without this the memory of it stays.
    compiler.evictCache(0);
  }
}

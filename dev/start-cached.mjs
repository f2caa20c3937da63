// Starts a program of a single file (single-file.ts) with what V8 made of its code before: `node start-cached.mjs FILE`. The first that
// ends keeps it beside the file. Plain JavaScript, for the program needs no loader.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';

const [, , file] = process.argv;
const kept = `${file}.cache`;
const cachedData = existsSync(kept) ? readFileSync(kept) : undefined;
const script = new vm.Script(
  // Its lines stay where they are.
  `(function (require) {${readFileSync(file, 'utf8')}\n})`,
  { filename: file, cachedData },
);
if (cachedData === undefined) process.once('exit', keep);
script.runInThisContext()(createRequire(file));

function keep() {
  const unfinished = `${kept}.${process.pid}`;
  writeFileSync(unfinished, script.createCachedData());
  renameSync(unfinished, kept);
}

import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';

const PLACE = /(?:file:\/\/)?(?<file>[\w./-]+\.js):(?<line>\d+):(?<column>\d+)/g;

/** A stack with the places of the sources, where what was bundled has a map beside it; Node reads maps for every error, also for those that a test expects. */
export function atSources(stack: string): string {
  return stack.replace(PLACE, (place, file: string, line: string, column: string) => {
    const map = `${resolve(file)}.map`;
    if (!existsSync(map)) return place;
    const origin = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findOrigin(
      Number(line),
      Number(column),
    );
    if (!('fileName' in origin)) return place;
    const source = resolve(dirname(map), origin.fileName);
    return `${relative(process.cwd(), source)}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

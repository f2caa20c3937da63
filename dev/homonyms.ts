import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Lists exported names that more than one file declares: a reader who searches for such a name finds two things. Fails
 * when there are more than `MOST`, and when there are fewer, so that the limit only shrinks.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MOST = 7;
/** By their paths; `docs` is the pages, `test/docs` is not. */
const NOT_OURS = /(^|\/)(node_modules|dist|\.[^/]*)$|^docs$/;
/** They import nothing of ours but each other: each has its own words, with its tests. */
const NEIGHBOURS = ['simulator', 'clients', 'demo'];
/** What is generated has the names of what it is made of. */
const GENERATED = 'clients/node/src/api.ts';
const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:(?:function\*?|const|let|class|interface|type) (\w+)|const \{([^}]*)\})/gm;

const places = new Map<string, Set<string>>();
for (const file of sourcesBelow(ROOT)) {
  const path = relative(ROOT, file);
  if (path === GENERATED) continue;
  for (const name of exportedBy(readFileSync(file, 'utf8'))) {
    const key = `${neighbourOf(path)}${name}`;
    places.set(key, (places.get(key) ?? new Set()).add(path));
  }
}
const homonyms = [...places]
  .filter(([, files]) => files.size > 1)
  .toSorted(([a], [b]) => a.localeCompare(b));
for (const [name, files] of homonyms) console.log(`${name}: ${[...files].toSorted().join(', ')}`);
if (homonyms.length !== MOST) {
  const more = homonyms.length > MOST;
  console.error(
    `${homonyms.length} exported names mean two things; dev/homonyms.ts allows ${MOST}. ` +
      (more ? 'Give the new one a name of its own.' : 'Lower the limit there.'),
  );
  process.exitCode = 1;
}

function sourcesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (NOT_OURS.test(relative(ROOT, path))) return [];
    if (entry.isDirectory()) return sourcesBelow(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function exportedBy(source: string): readonly string[] {
  return [...source.matchAll(DECLARED)].flatMap(([, name, destructured = '']) =>
    name === undefined ? (destructured.match(/\w+(?=\s*(?:,|$))/g) ?? []) : [name],
  );
}

/** A prefix for the names of a neighbour and of its tests; none for all that is ours. */
function neighbourOf(path: string): string {
  const [room = ''] = path.replace(/^test\//, '').split('/');
  return NEIGHBOURS.includes(room) ? `${room}: ` : '';
}

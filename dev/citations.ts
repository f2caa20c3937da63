import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Reads every citation in code, tests and documents, and names those that lead nowhere: `contract/<page>#<heading>` to a
 * page or a heading of docs/contract that is not there, and in a comment or a document the name of a page (`….md`, or
 * `….txt` in a comment) that this repository does not have.
 */

const NOT_OURS = /^(node_modules|dist|\..*|replay)$/;
const READ = /\.(tsx?|md|json)$/;
/** In JSON only the sources of test vectors cite; what is generated or installed does not. */
const VECTORS = /^test\/vectors\//;
/** An address such as `/contract/x` is no citation. */
const CITED = /(?<![\w./-])(?:docs\/)?contract\/([\w-]+)(\.md)?(?:#([\w-]*))?/g;
const PAGE = /(?<![\w.*<>…{}$/-])((?:\.{0,2}\/)?[\w-][\w./-]*\.(?:md|txt))\b/g;
const COMMENT = /^\s*(?:\/\*|\*|\/\/)|\s\/\/ /;

/** The citations below `root` that lead nowhere: file, line, and what to do. */
export function brokenCitations(root: string): readonly string[] {
  const headings = headingsBelow(join(root, 'docs/contract'));
  return filesBelow(root)
    .map((file) => relative(root, file))
    .filter((path) => !path.endsWith('.json') || VECTORS.test(path))
    .flatMap((path) =>
      prose(path, readFileSync(join(root, path), 'utf8')).flatMap((line, index) =>
        [...wrongRules(line, headings), ...wrongPages(line, { root, path })].map(
          (fault) => `${path}:${index + 1}: ${fault}`,
        ),
      ),
    );
}

type Headings = ReadonlyMap<string, ReadonlySet<string>>;

function wrongRules(line: string, pages: Headings): readonly string[] {
  return [...line.matchAll(CITED)].flatMap(([cited, page = '', extension, heading]) => {
    // A page as a whole may be named, by its file; whether that is there is asked of every page.
    if (extension !== undefined && heading === undefined) return [];
    const headings = pages.get(page);
    if (!headings) return [`${cited}: there is no docs/contract/${page}.md. Cite another page.`];
    if (heading === undefined || heading === '')
      return [`${cited} names no heading: cite contract/${page}#<heading>.`];
    return headings.has(heading)
      ? []
      : [`${cited}: docs/contract/${page}.md has only the headings ${[...headings].join(', ')}.`];
  });
}

function wrongPages(
  line: string,
  { root, path }: { readonly root: string; readonly path: string },
): readonly string[] {
  const isDocument = path.endsWith('.md');
  if (!isDocument && !COMMENT.test(line)) return [];
  // What a link is called need not be a path.
  const named = isDocument ? line.replaceAll(/\[[^\]]*\]\(/g, '(') : line;
  return [...named.matchAll(PAGE)].flatMap(([, page = '']) => {
    if (isDocument && page.endsWith('.txt')) return [];
    const isThere = [root, join(root, dirname(path))].some((from) => existsSync(join(from, page)));
    return isThere
      ? []
      : [`${page} is not in this repository. Cite a page that is, or say the rule without it.`];
  });
}

/** The lines of a file; in a document those of code blocks are empty, because they show what others write. */
function prose(path: string, text: string): readonly string[] {
  if (!path.endsWith('.md')) return text.split('\n');
  let isCode = false;
  return text.split('\n').map((line) => {
    if (line.startsWith('```')) isCode = !isCode;
    return isCode ? '' : line;
  });
}

/** The anchor that a heading gets: lower case, blanks as hyphens, no other signs. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The anchors of each page. */
function headingsBelow(directory: string): Headings {
  const pages = existsSync(directory) ? readdirSync(directory) : [];
  return new Map(
    pages
      .filter((name) => name.endsWith('.md'))
      .map((name) => [
        name.slice(0, -'.md'.length),
        new Set(
          prose(name, readFileSync(join(directory, name), 'utf8'))
            .filter((line) => /^#+ /.test(line))
            .map((line) => anchorOf(line.replace(/^#+ /, ''))),
        ),
      ]),
  );
}

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.test(entry.name)) return [];
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return READ.test(entry.name) ? [path] : [];
  });
}

// Tests import the function above; only as a program does this file say anything.
const program = process.argv[1];
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) {
  const broken = brokenCitations(fileURLToPath(new URL('..', import.meta.url)));
  for (const fault of broken) console.error(fault);
  if (broken.length > 0) {
    console.error(`${broken.length} citations lead nowhere (CONTRIBUTING.md, House rules).`);
    process.exitCode = 1;
  }
}

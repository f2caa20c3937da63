import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = new URL('../../', import.meta.url);

export interface DocPage {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Every document that people read: those at the root, all below `docs/`, and those of the clients. */
export function pages(): readonly DocPage[] {
  const atRoot = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  const docs = readdirSync(fileURLToPath(new URL('docs/', ROOT)), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  const clients = readdirSync(new URL('clients/', ROOT)).map((name) => `clients/${name}/README.md`);
  return [...atRoot, ...docs, ...clients].map(docPage);
}

export function docPage(path: string): DocPage {
  return { path, text: readFileSync(new URL(path, ROOT), 'utf8') };
}

/** The text without its code blocks, in which brackets and paths mean other things. */
export function prose({ text }: DocPage): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

/** The part of a page below a heading, to the next heading of the same or a higher level. */
export function section({ path, text }: DocPage, heading: string): string {
  const [hashes = '#'] = heading.split(' ');
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`${path} has no heading "${heading}".`);
  const body = text.slice(start + heading.length + 2);
  const end = body.search(new RegExp(`^#{1,${hashes.length}} `, 'm'));
  return end < 0 ? body : body.slice(0, end);
}

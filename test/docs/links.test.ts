import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { anchorOf } from '../../dev/citations.ts';
import { docPage, pages, prose, ROOT } from './support.ts';

const ROOMS =
  'domain workflows activities gateways store transports render pdf api engine temporal worker config simulator clients demo admin dev bench drills'.split(
    ' ',
  );

describe('the documents', () => {
  it('are many', () => {
    assert.ok(pages().length > 10);
  });

  for (const document of pages()) {
    it(`link to what exists, and to headings that are there: ${document.path}`, () => {
      const dead = linksOf(prose(document)).filter((link) => !leadsSomewhere(document.path, link));
      assert.deepEqual(dead, []);
    });

    it(`name only files that exist: ${document.path}`, () => {
      const missing = filesNamedIn(prose(document)).filter(
        (path) => !existsSync(new URL(path, ROOT)),
      );
      assert.deepEqual(missing, []);
    });
  }
});

describe('the map', () => {
  it('has every room', () => {
    const { text } = docPage('docs/map.md');
    const missing = ROOMS.filter((room) => !new RegExp(`^(### |- \\*\\*)${room}/`, 'm').test(text));
    assert.deepEqual(missing, []);
  });
});

/** The targets of links and images that stay in the repository. */
function linksOf(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? new URL(from, ROOT) : new URL(path, new URL(from, ROOT));
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(target.href.slice(ROOT.href.length)).includes(anchor);
}

function anchorsOf(path: string): readonly string[] {
  return [...prose(docPage(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );
}

/** Paths in backticks that begin with one of our rooms and have an extension, or end in a slash. */
function filesNamedIn(text: string): readonly string[] {
  return [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => [...ROOMS, 'test', 'docs'].includes(path.split('/')[0] ?? ''))
    .filter((path) => /\.\w+$|\/$/.test(path));
}

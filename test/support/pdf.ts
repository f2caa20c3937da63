import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

/** The text of a PDF as our typesetter writes it: the runs of each page, in the order in which they were set. */
function pagesOf(pdf: Buffer): readonly (readonly string[])[] {
  assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
  const objects = objectsOf(pdf);
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\b/.test(body))
    .map((page) => {
      const fonts = new Map(
        [...inner(page, '/Font <<').matchAll(/\/(\w+) (\d+) 0 R/g)].map(
          ([, name = '', id = '']) => [name, lettersOf(objects, id)],
        ),
      );
      return runsOf(streamOf(objects.get(referred(page, 'Contents')) ?? ''), fonts);
    });
}

/** All text of a PDF on one line, without the marks that isolate and those that allow a break. */
export function pdfText(pdf: Buffer): string {
  return pagesOf(pdf)
    .flat()
    .join(' ')
    .replaceAll(/[\u2066-\u2069\u200b]/g, '')
    .replaceAll(/\s+/g, ' ');
}

type Letters = ReadonlyMap<number, string>;

function objectsOf(pdf: Buffer): ReadonlyMap<string, string> {
  const whole = pdf.toString('latin1');
  return new Map(
    [...whole.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(
      ([, id = '', body = '']) => [id, body],
    ),
  );
}

function inner(body: string, opening: string): string {
  const at = body.indexOf(opening);
  return at < 0 ? '' : body.slice(at + opening.length, body.indexOf('>>', at + opening.length));
}

function referred(body: string, key: string): string {
  return new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1] ?? '';
}

function streamOf(body: string): string {
  const at = body.indexOf('stream\n');
  if (at < 0) return '';
  const bytes = Buffer.from(body.slice(at + 7, body.lastIndexOf('\nendstream')), 'latin1');
  return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

/** Which letters a glyph stands for, from the table that lets people copy text. */
function lettersOf(objects: ReadonlyMap<string, string>, font: string): Letters {
  const table = streamOf(objects.get(referred(objects.get(font) ?? '', 'ToUnicode')) ?? '');
  return new Map(
    [...table.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gim)].map(([, glyph = '', text = '']) => [
      Number.parseInt(glyph, 16),
      Buffer.from(text, 'hex').swap16().toString('utf16le'),
    ]),
  );
}

function runsOf(content: string, fonts: ReadonlyMap<string, Letters>): readonly string[] {
  return [...content.matchAll(/BT\n([\s\S]*?)\nET/g)].map(([, run = '']) => {
    const font = fonts.get(/\/(\w+) [\d.]+ Tf/.exec(run)?.[1] ?? '');
    return stringsIn(withoutHex(run))
      .map((text) => lettersIn(bytesOf(text), font))
      .join('');
  });
}

/** The same run with its texts in brackets alone: short ones are written by digits, as is what a reader copies in place of a text. */
function withoutHex(run: string): string {
  return run
    .replaceAll(/\/ActualText <[0-9A-F]*>/gi, '')
    .replaceAll(/<([0-9A-F]+)>/gi, (_, digits: string) => {
      const octal = [...Buffer.from(digits, 'hex')].map((byte) =>
        byte.toString(8).padStart(3, '0'),
      );
      return `(${octal.map((byte) => `\\${byte}`).join('')})`;
    });
}

/** What stands in brackets; brackets within that come in pairs need no escape (ISO 32000-1, 7.3.4.2). */
function stringsIn(run: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let text = '';
  for (const [token] of run.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (token === ')' && (depth -= 1) === 0) found.push(text);
    if (depth > 0) text += token;
    if (token === '(' && (depth += 1) === 1) text = '';
  }
  return found;
}

function lettersIn(bytes: Buffer, font: Letters | undefined): string {
  const glyphs = Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16BE(at * 2));
  return glyphs.map((glyph) => font?.get(glyph) ?? '').join('');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function bytesOf(text: string): Buffer {
  const plain = text.replaceAll(/\\([0-7]{1,3}|[\s\S])/g, (_, escape: string) =>
    /^[0-7]/.test(escape)
      ? String.fromCharCode(Number.parseInt(escape, 8))
      : (ESCAPES[escape] ?? escape),
  );
  return Buffer.from(plain, 'latin1');
}

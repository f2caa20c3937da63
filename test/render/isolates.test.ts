import assert from 'node:assert/strict';
import { asHtml } from '../../render/mails/layout.tsx';
import { contained, isolated, leftToRight } from '../../render/isolates.ts';
import { TURNING_TEXTS } from './office/hostile-texts.ts';

/** How deep in isolates a text is at its end; undefined where it has left them on the way. */
function depthAfter(text: string): number | undefined {
  let depth = 0;
  for (const mark of text) {
    if (/[\u2066-\u2068]/.test(mark)) depth += 1;
    if (mark === '\u2069') depth -= 1;
    if (depth < 0 || mark === '\u2029') return undefined;
  }
  return depth;
}

describe('a text of others', () => {
  it('stays in what isolates it', () => {
    for (const text of TURNING_TEXTS) {
      for (const kept of [contained(text), isolated(text), leftToRight(text)]) {
        assert.equal(depthAfter(kept), 0, JSON.stringify(kept));
        assert.equal(contained(kept), kept);
      }
      assert.equal(depthAfter(isolated(text).slice(0, -1)), 1, JSON.stringify(text));
    }
  });

  it('is left as it is where it leaves nothing', () => {
    for (const text of ['', 'Sara', 'سارة', '\u202eevil', '\u2067a\u2068b\u2069\u2069', 'a\nb'])
      assert.equal(contained(text), text);
  });

  it('is contained in a mail, too', () => {
    for (const text of TURNING_TEXTS) {
      const html = asHtml({
        language: 'en',
        title: text,
        from: text,
        heading: text,
        text: `${text}\n${text}`,
        lines: [{ label: 'Name', value: text, isCode: false }],
        links: [],
        footer: [text],
      });
      const parts = html.split(/<[^>]*>/).filter((part) => part.includes('evil'));
      assert.ok(parts.length > 5);
      for (const part of parts) assert.equal(depthAfter(part), 0, JSON.stringify(part));
    }
  });
});

import assert from 'node:assert/strict';
import { renderWaiting } from '../../../render/pages/waiting.tsx';
import { aWait } from '../builders.ts';
import { inside, visibleText } from '../read.ts';

describe('waiting', () => {
  it('looks again by itself, and by hand', () => {
    const html = renderWaiting(aWait());
    assert.ok(html.includes('<meta http-equiv="refresh" content="3;url=/b/gw/return/R1/"/>'));
    assert.equal(visibleText(inside(html, 'a', 'href="/b/gw/return/R1/"')), 'Check now');
  });

  it('asks not to pay twice, and tells amount and order', () => {
    const page = visibleText(renderWaiting(aWait({ orderNo: 'O-1' })));
    assert.match(page, /Please do not pay a second time/);
    assert.match(page, /Amount KWD 12\.340 Order number O-1/);
  });

  const cases = [
    { now: '2026-11-21T10:00:29Z', isSaid: false },
    { now: '2026-11-21T10:00:30Z', isSaid: true },
  ];
  for (const { now, isSaid } of cases)
    it(`${isSaid ? 'says' : 'does not say'} at ${now} that closing is safe`, () => {
      const page = visibleText(renderWaiting(aWait({ now })));
      assert.equal(page.includes('Closing this page is safe'), isSaid);
    });
});

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_CARDS } from '../../simulator/cards.ts';
import { spaced } from '../../simulator/digits.ts';
import { GOOD_CARD, aNetwork, until } from './support.ts';

// A CVV that no identifier or time contains by chance is one that we look for as a field's value.
const CVV = '876';
const AMEX_CVV = '8765';
const UNKNOWN = '4917610000000000';

describe('a card number and its CVV', () => {
  it('are in no journal, log, ledger, callback or answer', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'simulator-'));
    const network = await aNetwork({ dataDir });
    const seen: string[] = [];
    const numbers = [...TEST_CARDS.map(({ number }) => number), UNKNOWN];
    for (const number of numbers) {
      const cvv = number.length === 15 ? AMEX_CVV : CVV;
      const browser = await network.open();
      const form = { ...GOOD_CARD, number: spaced(number), cvv };
      const sent = await network.http('POST', `/pay/${browser}`, { form });
      seen.push(sent.text, JSON.stringify([...sent.headers]));
      const challenge = await network.http('GET', `/pay/${browser}/challenge`);
      seen.push(challenge.text);
      await network.http('POST', `/pay/${browser}/challenge`, { form: { code: '123456' } });
      seen.push((await network.http('GET', `/pay/${browser}`)).text);
      seen.push(JSON.stringify(await network.payment(browser)));
      const control = await network.open();
      const json = { card_number: number, cvv };
      seen.push((await network.http('POST', `/control/payments/${control}/pay`, { json })).text);
      // Where it does not belong: in an address, and in the wrong field of a form.
      await network.http('GET', `/pay/${number}`);
      await network.http('GET', `/${number}?number=${number}`);
      const open = await network.open();
      await network.http('POST', `/pay/${open}`, { form: { ...form, name: number } });
    }
    for (const path of ['ledger', 'payments', 'callbacks', 'accounts'])
      seen.push((await network.http('GET', `/control/${path}`)).text);
    await until(() => network.log.length > 100);
    await network.close();
    const journal = readFileSync(join(dataDir, 'journal.jsonl'), 'utf8');
    rmSync(dataDir, { recursive: true });
    const callbacks = network.merchant.received.map(
      ({ headers, body }) => JSON.stringify(headers) + body,
    );
    assert.ok(callbacks.length >= 2 * TEST_CARDS.length);
    assert.ok(journal.includes('424242******4242'));
    for (const [where, text] of Object.entries({
      journal,
      log: JSON.stringify(network.log),
      callbacks: callbacks.join('\n'),
      answers: seen.join('\n'),
    })) {
      for (const number of numbers) {
        assert.ok(!text.includes(number), `${number} is in the ${where}`);
        assert.ok(!text.includes(spaced(number)), `${number} is in the ${where}`);
      }
      // How long something took, and of which process, may be the same number.
      const told = text.replaceAll(/"(?:ms|pid)":\d+/gu, '');
      assert.doesNotMatch(told, /[":=](?:876|8765)["&\s,}]/u, `a CVV is in the ${where}`);
      assert.doesNotMatch(text, /"(?:cvv|number)":/u, `a card field is in the ${where}`);
    }
  });

  it('are not in the log line of a request, which names its route and payment', async () => {
    const network = await aNetwork();
    const id = await network.open();
    await network.http('POST', `/pay/${id}`, { form: GOOD_CARD });
    await network.close();
    const { time, ms, ...line } = network.log.at(-1) ?? {};
    assert.equal(typeof ms, 'number');
    assert.match(String(time), /^\d{4}-.+Z$/u);
    assert.deepEqual(line, {
      level: 'info',
      message: 'request',
      method: 'POST',
      route: '/pay/:id',
      status: 303,
      payment_id: id,
      account: 'shop',
    });
  });
});

import assert from 'node:assert/strict';
import { aNetwork } from './support.ts';

describe("the simulator's log", () => {
  for (const [given, logged] of [
    ['b3cff0ee-1756-431e-8b2e-b9548cc6e336', 'b3cff0ee-1756-431e-8b2e-b9548cc6e336'],
    ['short', undefined],
    ['sara@example.test', undefined],
    ['4242424242424242', undefined],
  ] as const)
    it(`has of the caller's id "${given}" ${logged ? 'all' : 'nothing'}`, async () => {
      const network = await aNetwork();
      try {
        await fetch(`${network.url}/readyz`, { headers: { 'X-Request-Id': given } });
        assert.equal(network.log.at(-1)?.['request_id'], logged);
      } finally {
        await network.close();
      }
    });
});

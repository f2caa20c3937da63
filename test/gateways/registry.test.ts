import assert from 'node:assert/strict';
import { gatewayFor } from '../../gateways/registry.ts';

describe('gatewayFor', () => {
  for (const slug of ['sandbox', 'cash'])
    it(`knows ${slug} by the name that it has itself`, () => {
      assert.equal(gatewayFor(slug).traits.slug, slug);
    });

  for (const slug of ['', 'Sandbox', 'constructor', '__proto__'])
    it(`does not know ${JSON.stringify(slug)}, and says which there are`, () => {
      assert.throws(() => gatewayFor(slug), { name: 'RangeError', message: /sandbox, cash/ });
    });
});

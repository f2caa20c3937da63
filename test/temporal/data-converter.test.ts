import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import {
  decodeOptionalFailureToOptionalError,
  encodeErrorToFailure,
  loadDataConverter,
} from '@temporalio/common/lib/internal-non-workflow/index.js';
import { dataConverter } from '../../temporal/data-converter.ts';
import { TEST_KEYS } from '../support/keys.ts';

describe('the data converter', () => {
  const converter = loadDataConverter(dataConverter(TEST_KEYS));
  const failure = ApplicationFailure.create({
    message: 'Sara has no funds',
    type: 'GatewayRefused',
    details: [{ customer: 'Sara' }],
    cause: new Error('Sara again'),
  });

  it('leaves of a failure nothing in clear but its types', async () => {
    const encoded = await encodeErrorToFailure(converter, failure);
    assert.equal(encoded.message, 'Encoded failure');
    assert.equal(encoded.stackTrace, '');
    assert.equal(encoded.applicationFailureInfo?.type, 'GatewayRefused');
    assert.equal(encoded.cause?.message, 'Encoded failure');
    assert.doesNotMatch(inClear(encoded), /Sara|data-converter\.test/);
  });

  it('gives the failure back whole', async () => {
    const encoded = await encodeErrorToFailure(converter, failure);
    const back = await decodeOptionalFailureToOptionalError(converter, encoded);
    assert.ok(back instanceof ApplicationFailure);
    assert.equal(back.message, 'Sara has no funds');
    assert.equal(back.type, 'GatewayRefused');
    assert.deepEqual(back.details, [{ customer: 'Sara' }]);
    assert.equal(back.cause?.message, 'Sara again');
    assert.match(back.stack ?? '', /data-converter\.test/);
  });
});

/** Bytes as text, so that what they hold in clear can be seen. */
function inClear(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner instanceof Uint8Array ? Buffer.from(inner).toString('latin1') : inner,
  );
}

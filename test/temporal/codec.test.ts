import assert from 'node:assert/strict';
import { generateKeySync } from 'node:crypto';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import * as fc from 'fast-check';
import { payloadCodec, workflowOf, type PayloadKey } from '../../temporal/codec.ts';

const SECRET = { customer: 'Sara Al-Ali', amount: '12.340' };
const CONTEXT = {
  type: 'workflow',
  namespace: 'default',
  workflowId: 'transaction/0123',
} as const;

describe('the payload codec', () => {
  const first = aKey('first');
  const second = aKey('second');

  it('gives back every payload that it has encrypted, bytes and metadata alike', async () => {
    const codec = payloadCodec([first]);
    const payload = fc.record({
      metadata: fc.dictionary(fc.string(), fc.uint8Array()),
      data: fc.uint8Array(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(payload, { maxLength: 4 }), async (payloads) => {
        const back = await codec.decode(await codec.encode(payloads));
        assert.deepEqual(back.map(plain), payloads.map(plain));
      }),
    );
  });

  it('leaves nothing in clear but the encoding, the id of the key and the workflow', async () => {
    const codec = payloadCodec([first]);
    const [payload] = await codec.encode([aPayload()], CONTEXT);
    assert.ok(payload);
    assert.deepEqual(texts(payload), {
      encoding: 'binary/encrypted',
      'encryption-key-id': 'first',
      'workflow-id': 'transaction/0123',
    });
    assert.equal(workflowOf(payload), 'transaction/0123');
    for (const word of ['Sara', '12.340', 'customer', 'json/plain'])
      assert.ok(!Buffer.from(payload.data ?? []).includes(word), `${word} is in clear`);
  });

  it('encrypts the same payload differently each time', async () => {
    const codec = payloadCodec([first]);
    const [one, two] = await codec.encode([aPayload(), aPayload()]);
    assert.notDeepEqual(one?.data, two?.data);
  });

  it('encrypts with the first key and decrypts with all, so that a key can be replaced', async () => {
    const old = await payloadCodec([first]).encode([aPayload()]);
    const rotated = payloadCodec([second, first]);
    const fresh = await rotated.encode([aPayload()]);
    assert.deepEqual(fresh.map(keyIdOf), ['second']);
    const values = (await rotated.decode([...old, ...fresh])).map(valueOf);
    assert.deepEqual(values, [SECRET, SECRET]);
    // The old key is gone: what is new can be read, what is old cannot.
    const alone = payloadCodec([second]);
    assert.deepEqual((await alone.decode(fresh)).map(valueOf), [SECRET]);
  });

  it('names the key that it lacks', async () => {
    const old = await payloadCodec([first]).encode([aPayload()]);
    await assert.rejects(payloadCodec([second]).decode(old), /the key "first", which/);
  });

  it('refuses a payload that was changed anywhere', async () => {
    const codec = payloadCodec([first]);
    const [payload] = await codec.encode([aPayload()], CONTEXT);
    assert.ok(payload?.data && payload.metadata);
    for (let at = 0; at < payload.data.length; at += 1) {
      const data = Uint8Array.from(payload.data);
      data[at] = (data[at] ?? 0) ^ 1;
      await assert.rejects(codec.decode([{ ...payload, data }]), /changed after it was encrypted/);
    }
    for (const data of [payload.data.subarray(0, 20), new Uint8Array()])
      await assert.rejects(codec.decode([{ ...payload, data }]), /changed after it was encrypted/);
  });

  it('refuses a payload that is passed off as another key’s or another workflow’s', async () => {
    const twin: PayloadKey = { id: 'twin', secret: first.secret };
    const codec = payloadCodec([first, twin]);
    const [payload] = await codec.encode([aPayload()], CONTEXT);
    assert.ok(payload);
    const { 'workflow-id': _, ...anonymous } = payload.metadata ?? {};
    const forged = [
      { ...payload.metadata, 'encryption-key-id': Buffer.from('twin') },
      { ...payload.metadata, 'workflow-id': Buffer.from('transaction/4567') },
      anonymous,
    ];
    for (const metadata of forged)
      await assert.rejects(codec.decode([{ ...payload, metadata }]), /changed after it was/);
  });

  it('refuses another key under the same id', async () => {
    const payloads = await payloadCodec([first]).encode([aPayload()]);
    await assert.rejects(payloadCodec([aKey('first')]).decode(payloads), /is another one/);
  });

  it('leaves alone what somebody else wrote in clear', async () => {
    const foreign = [aPayload(), {}, { metadata: { encoding: Buffer.from('binary/null') } }];
    assert.deepEqual(await payloadCodec([first]).decode(foreign), foreign);
  });
});

function aKey(id: string): PayloadKey {
  return { id, secret: generateKeySync('aes', { length: 256 }) };
}

function aPayload(): Payload {
  return defaultPayloadConverter.toPayload(SECRET);
}

function valueOf(payload: Payload): unknown {
  return defaultPayloadConverter.fromPayload(payload);
}

function plain({ metadata, data }: Payload): unknown {
  const names = Object.entries(metadata ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [names.map(([name, value]) => [name, [...value]]), [...(data ?? [])]];
}

function texts({ metadata }: Payload): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value).toString()]),
  );
}

function keyIdOf(payload: Payload): string | undefined {
  return texts(payload)['encryption-key-id'];
}

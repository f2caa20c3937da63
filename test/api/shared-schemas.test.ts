import assert from 'node:assert/strict';
import { withSharedSchemas } from '../../api/openapi/shared.ts';

const long = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', description: 'x'.repeat(400) } },
});
const short = { type: 'object', properties: { id: { type: 'string' } } };
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const around = (address: object) => ({
  type: 'object',
  properties: { billing_address: address, shipping_address: address, id: short },
});

const PATHS = {
  '/one/': {
    post: {
      operationId: 'things.create',
      requestBody: body(around(long('line'))),
      responses: { 201: body(around(long('line'))), 400: body(short) },
    },
  },
  '/two/': {
    get: { operationId: 'things.read', responses: { 200: body(long('once')), 400: body(short) } },
  },
};

describe('schemas that stand in a description more than once', () => {
  const { paths, schemas } = withSharedSchemas(PATHS);

  it('are kept in one place, by the name of what has them first', () => {
    assert.deepEqual(Object.keys(schemas), ['things_create_request', 'billing_address']);
    assert.deepEqual(schemas['billing_address'], long('line'));
  });

  it('say the same as before', () => {
    assert.deepEqual(resolved(paths, schemas), PATHS);
  });

  it('stay where they are when they are short, or stand there once', () => {
    const text = JSON.stringify(paths);
    assert.ok(text.includes(JSON.stringify(long('once'))));
    assert.ok(text.includes(JSON.stringify(short)));
  });
});

function resolved(node: unknown, schemas: Readonly<Record<string, object>>): unknown {
  if (Array.isArray(node)) return node.map((one) => resolved(one, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const name = '$ref' in node && String(node.$ref).replace('#/components/schemas/', '');
  if (name !== false) return resolved(schemas[name], schemas);
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, resolved(value, schemas)]),
  );
}

import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiDocument } from '../../api/openapi/document.ts';
import { isDescribed } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { assertDocumented } from '../support/documented.ts';
import { theSystem, type System } from '../support/system.ts';
import { send, SALE, TRANSACTIONS } from '../support/http.ts';

const json = (status: number) => ({
  status,
  headers: new Headers({ 'Content-Type': 'application/json' }),
});
const url = new URL(`http://127.0.0.1${TRANSACTIONS}`);
const heard = (status: number, body: unknown) => () => {
  assertDocumented({ method: 'POST', url, response: json(status), text: JSON.stringify(body) });
};

describe('the description of the API', () => {
  for (const open of [true, false])
    it(`is OpenAPI 3.1 (${open ? 'as it is served' : 'as tests hold answers against it'})`, async () => {
      const document = openApiDocument(ROUTES, { serverUrl: 'https://pay.example', open });
      const { valid, errors } = await new Validator().validate({ ...document });
      assert.ok(valid, JSON.stringify(errors));
    });

  it('has every route but pages, callbacks, and what describes the others', () => {
    const left = ROUTES.filter((route) => !isDescribed(route)).map(
      ({ name }) => name.split('.')[0],
    );
    assert.deepEqual(
      new Set(left),
      new Set(['callbacks', 'codec', 'office', 'openapi', 'pages', 'preflight']),
    );
  });

  it('says of every route with access rules how to authenticate, and what happens to who may not', () => {
    const document = JSON.parse(
      JSON.stringify(openApiDocument(ROUTES, { serverUrl: '/', open: true })),
    );
    for (const item of Object.values<Record<string, Described>>(document.paths))
      for (const { operationId, security, responses } of Object.values(item)) {
        const { who } = ROUTES.find(({ name }) => name === operationId) ?? assert.fail(operationId);
        assert.equal(security.length > 0, who.length > 0, operationId);
        // Who asks for a token says who they are in the body.
        const asks = who.length > 0 || operationId === 'auth.token';
        assert.equal('401' in responses, asks, operationId);
      }
  });

  it('does not let an answer pass that it does not describe', () => {
    const good = { detail: 'No.', code: 'not_authenticated' };
    assert.doesNotThrow(heard(401, good));
    assert.throws(heard(418, good), /418/);
    assert.throws(heard(401, { ...good, surprise: 1 }), /additional properties/);
    assert.throws(heard(401, { code: 'not_authenticated' }), /detail/);
    assert.throws(heard(201, { ...SALE }), /session_id/);
  });
});

interface Described {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly responses: object;
}

describe('the description of the API, as it is served', () => {
  let system: System;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
  });

  it('names the address under which the API is reached, for any tool that asks', async () => {
    const { api } = system.run;
    const { status, headers, body } = await send(`${api}/openapi.json`);
    assert.equal(status, 200);
    assert.equal(headers.get('Access-Control-Allow-Origin'), '*');
    assert.deepEqual(body['servers'], [{ url: api }]);
  });

  it('is where the address of the API leads', async () => {
    const { status, headers } = await fetch(`${system.run.api}/`, { redirect: 'manual' });
    assert.deepEqual([status, headers.get('Location')], [302, '/docs']);
  });
});

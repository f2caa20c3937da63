import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../api/openapi/document.ts';
import { EXAMPLE_BODIES } from '../../api/openapi/examples.ts';
import { ROUTES } from '../../api/routes.ts';
import { renderReference } from '../../render/reference/reference.tsx';
import { routesOf, type ApiDocument, type ApiRoute } from '../../render/reference/facts.ts';
import { isAccessible, isThorough, visit } from '../support/browser.ts';
import { send, textIn, type Json } from '../support/http.ts';
import { theSystem, type System } from '../support/system.ts';

const MOST_BYTES = 300_000;
const PHONE = { width: 390, height: 800 };
const DESKTOP = { width: 1280, height: 800 };

/** Runs in the page: of the closed routes and objects, which differ in words, a few are left. axe takes ten seconds for all 28,000 elements. */
const FEW_CLOSED = `for (const one of [...document.querySelectorAll('main details:not([open])')].slice(6)) one.remove()`;

const DOCUMENT = openApiDocument(ROUTES, { serverUrl: '/', open: true }) as ApiDocument;
const DESCRIBED = routesOf(DOCUMENT);

/** A JSON Pointer (RFC 6901). */
const pointer = (...names: readonly string[]) =>
  names.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

describe('the examples of the reference', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'https://sarraf.example/openapi.json', ...DOCUMENT });
  it('are those of every route that takes a body, and of no other', () => {
    const taking = DESCRIBED.filter(({ requestBody }) => requestBody);
    assert.deepEqual(
      Object.keys(EXAMPLE_BODIES).toSorted(),
      taking.map(({ operationId }) => operationId).toSorted(),
    );
  });

  for (const { operationId, path, method, requestBody } of DESCRIBED)
    if (requestBody)
      it(`has a body as it is described, and none that is empty, for ${operationId}`, () => {
        const [type = ''] = Object.keys(requestBody.content);
        const at = pointer('paths', path, method.toLowerCase(), 'requestBody', 'content', type);
        const isRight = ajv.getSchema(`https://sarraf.example/openapi.json#/${at}/schema`);
        assert.ok(isRight);
        const body = EXAMPLE_BODIES[operationId];
        assert.ok(isRight(body), JSON.stringify(isRight.errors));
        const { properties = {} } = schemaOf(requestBody.content[type]?.schema ?? {});
        const unknown = Object.keys(body ?? {}).filter((name) => !(name in properties));
        assert.deepEqual(unknown, []);
        assert.notDeepEqual(body, {});
      });
});

describe('the order of the reference', () => {
  it('begins with payments, and ends with what few need', () => {
    const html = renderReference({
      document: DOCUMENT,
      stylesheetUrl: '/style.css',
      bodies: EXAMPLE_BODIES,
    });
    const groups = [...html.matchAll(/<h2 id="([a-z-]+)"/g)].map(([, id]) => id);
    assert.deepEqual(groups.slice(0, 2), ['introduction', 'payments']);
    assert.deepEqual(groups.slice(-4), ['access', 'legacy', 'system', 'objects']);
  });
});

describe('the reference of the API', function () {
  this.timeout(240_000);
  let system: System;
  before(async () => {
    system = await theSystem();
  });
  // One visit for all of it: the page is large.
  it('is at most 300 kB on its way, has every route with all that is to know, and can be read by everybody', async () => {
    await visit({ viewport: PHONE }, async (page) => {
      const client = await page.context().newCDPSession(page);
      await client.send('Network.enable');
      let bytes = 0;
      client.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await page.goto(`${system.run.api}/docs/`, { waitUntil: 'networkidle' });
      assert.ok(bytes > 10_000 && bytes <= MOST_BYTES, `${bytes} bytes`);
      assert.equal(await page.locator('script').count(), 0);
      const shown: Readonly<Record<string, string>> = await page.evaluate(`Object.fromEntries(
        [...document.querySelectorAll('main details')].map((one) => [one.querySelector('.route').id, one.textContent]))`);
      for (const route of DESCRIBED) {
        const text = shown[route.operationId] ?? assert.fail(`${route.operationId} is missing`);
        for (const part of partsOf(route))
          assert.ok(text.includes(part), `${route.operationId}: ${part}`);
      }
      // A link leads to the route or the object, which opens.
      await page.goto(`${system.run.api}/docs/#operations.perform`);
      await page.locator('[id="operations.perform"] pre').waitFor({ state: 'visible' });
      await page.locator('[id="operations.perform"] a').first().click();
      await page.locator(':target').waitFor({ state: 'visible' });
      // Closed ones are hidden from everybody; these have all that the others have.
      for (const name of ['transactions.create', 'operations.perform', 'object.agreement'])
        await page.evaluate(`document.getElementById('${name}').closest('details').open = true`);
      if (!isThorough) await page.evaluate(FEW_CLOSED);
      for (const [viewport, colorScheme] of [
        [PHONE, 'dark'],
        [DESKTOP, 'light'],
      ] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await isAccessible(page);
      }
    });
  });

  it('is packed on its way, is of this API alone, and is not sent again where it is known', async () => {
    const { headers } = await send(`${system.run.api}/docs/`);
    assert.equal(headers.get('content-encoding'), 'gzip');
    assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe|https?:/);
    const etag = headers.get('etag') ?? '';
    const again = await send(`${system.run.api}/docs/`, {
      headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
    });
    assert.deepEqual([again.status, again.text.length], [304, 0]);
  });

  it('has examples that a reader can run: a payment is made, read, read by its payer and canceled', async () => {
    const { run } = system;
    const { text } = await send(`${run.api}/docs/`);
    const shell = async (name: string, variables: Readonly<Record<string, string>> = {}) => {
      const env = {
        ...process.env,
        SARRAF_PRIVATE_KEY: run.keys.private,
        SARRAF_PUBLIC_KEY: run.keys.public,
        ...variables,
      };
      const { stdout } = await promisify(execFile)(
        'bash',
        ['-c', exampleIn(text, name).replace('curl', 'curl -sS --noproxy "*"')],
        { env },
      );
      return JSON.parse(stdout) as Json;
    };
    const made = await shell('transactions.create');
    const variables = { SESSION_ID: textIn(made, 'session_id') };
    assert.equal((await shell('transactions.change', variables))['amount'], '11.000');
    assert.equal((await shell('transactions.read', variables))['state'], 'created');
    assert.equal((await shell('sdk.option-check', variables))['is_available'], true);
    assert.equal((await shell('sdk.read', variables))['amount'], '11.000');
    assert.equal((await shell('sdk.cancel', variables))['status'], 'canceled');
    assert.equal((await shell('transactions.read', variables))['state'], 'canceled');
  });
});

/** What the reader has to find of a route. */
function partsOf(route: ApiRoute): readonly string[] {
  const { method, path, summary, parameters, requestBody, responses, security } = route;
  const { properties = {} } = schemaOf(
    Object.values(requestBody?.content ?? {}).at(-1)?.schema ?? {},
  );
  return [
    method,
    path,
    summary,
    security.length > 0 ? 'Who may ask:' : 'Anybody may ask.',
    ...parameters.map(({ name }) => name),
    ...Object.keys(properties),
    ...Object.keys(responses),
    'curl ',
  ];
}

function schemaOf(schema: ApiDocument['components']['schemas'][string]) {
  const name = schema.$ref?.split('/').at(-1);
  return (name === undefined ? undefined : DOCUMENT.components.schemas[name]) ?? schema;
}

/** The example of a route as a reader copies it. */
function exampleIn(html: string, name: string): string {
  const [, after = ''] = html.split(`id="${name}"`);
  const [, code = ''] = /<pre[^>]*><code>([^]*?)<\/code>/.exec(after) ?? [];
  return code
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

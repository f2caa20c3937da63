import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../api/openapi/document.ts';
import { jsonSchemaOf } from '../../api/openapi/shapes.ts';
import { operationEvent } from '../../api/operations/answer.ts';
import { resultAnswer } from '../../api/payments/answer.ts';
import { ROUTES } from '../../api/routes.ts';
import { alertEvent } from '../../api/tasks/alert-event.ts';

/** An answer of the API, as a test got it. */
interface Heard {
  readonly method: string;
  readonly url: URL;
  readonly response: Pick<Response, 'status' | 'headers'>;
  readonly text: string;
}

type Tree = Readonly<Record<string, unknown>>;

const DOCUMENT = 'https://sarraf.example/openapi.json';
const document = openApiDocument(ROUTES, { serverUrl: '/', open: false }) as Tree;
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateFormats: false,
  // Each is asked a few times, so that its code is not worth the work on it.
  code: { optimize: false },
  inlineRefs: false,
});
ajv.addSchema({ $id: DOCUMENT, ...document });
/** By what they ask for: routes refuse alike, and the schema of each would be compiled anew. */
const validators = new Map<string, ValidateFunction>();

/**
 * Holds an answer against the OpenAPI document: its status must be one that the route promises, and its body must have
 * the promised shape, with no key that is not named. Answers of routes that are not documented pass.
 */
export function assertDocumented({ method, url, response, text }: Heard): void {
  const path = templateOf(url.pathname);
  if (path === undefined) return;
  const operation = part(document, 'paths', path, method.toLowerCase());
  if (!operation) return;
  const { status } = response;
  const what = `${method} ${path}`;
  const answer = part(operation, 'responses', String(status));
  assert.ok(answer, `${what} answered ${status}, which its description does not have: ${text}`);
  const content = part(answer, 'content');
  const mediaType = (response.headers.get('Content-Type') ?? '').split(';')[0] ?? '';
  if (!content) {
    assert.equal(text, '', `${what} ${status} is described without a body.`);
    return;
  }
  assert.ok(content[mediaType], `${what} ${status} came as "${mediaType}".`);
  const pointer = [
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    mediaType,
    'schema',
  ];
  const validate = validatorAt(pointer);
  if (!validate(mediaType === 'text/csv' ? text : JSON.parse(text)))
    assert.fail(
      `${what} ${status} is not as described: ${ajv.errorsText(validate.errors)}\n${text}`,
    );
}

const events = {
  payment: ajv.compile(jsonSchemaOf(resultAnswer, { open: false })),
  operation: ajv.compile(jsonSchemaOf(operationEvent, { open: false })),
  alert: ajv.compile(jsonSchemaOf(alertEvent, { open: false })),
};

/** Holds the body of a webhook against the catalogue of events: the promised shape, with no key that is not named. */
export function assertDocumentedEvent(body: Readonly<Record<string, unknown>>): void {
  // What the old endpoints disclose names no session, and is no event of the catalogue.
  if (!('session_id' in body)) return;
  const kind = 'txn' in body ? 'operation' : 'task_id' in body ? 'alert' : 'payment';
  const validate = events[kind];
  if (!validate(body))
    assert.fail(
      `The event is not as described: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
    );
}

function validatorAt(pointer: readonly string[]): ValidateFunction {
  const asked = JSON.stringify(part(document, ...pointer));
  const known =
    validators.get(asked) ??
    ajv.compile({ $ref: `${DOCUMENT}#/${pointer.map(escaped).join('/')}` });
  validators.set(asked, known);
  return known;
}

/** As RFC 6901 writes a key in a pointer, and RFC 3986 a pointer in a fragment. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function part(tree: Tree, ...keys: readonly string[]): Tree | undefined {
  let found: unknown = tree;
  for (const key of keys)
    found = typeof found === 'object' && found !== null ? (found as Tree)[key] : undefined;
  return found as Tree | undefined;
}

const templates = Object.keys(part(document, 'paths') ?? {}).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\/$/, '').replaceAll(/\{[a-z_]+\}/g, '[^/]+')}/?$`),
  // The more of a path is said, the more it is meant.
  weight: template.replaceAll(/\{[a-z_]+\}/g, '').length,
}));

function templateOf(path: string): string | undefined {
  return templates
    .filter(({ pattern }) => pattern.test(path))
    .toSorted((a, b) => b.weight - a.weight)[0]?.template;
}

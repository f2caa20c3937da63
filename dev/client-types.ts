import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { format } from 'oxfmt';

/** A JSON Schema, or a part of a document that may hold some. */
type Node = Readonly<Record<string, unknown>>;

interface Operation {
  readonly summary: string;
  readonly deprecated?: boolean;
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Node;
}

type Contents = Readonly<Record<string, { readonly schema: Node }>>;

/** What is read of the description of the API, and of the catalogue of webhooks. */
interface Documents {
  readonly openApi: {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Node>> };
  };
  readonly asyncApi: {
    readonly components: {
      readonly schemas: { readonly payment: Node; readonly operation: Node; readonly alert: Node };
    };
  };
}

const BANNER =
  '/* Generated from docs/openapi.json and docs/asyncapi.json. Do not edit: run `npm run generate`. */';

/**
 * The types of `clients/node`, made of the two documents by which everybody knows the API: what each route that a
 * private key may call takes and answers, the bodies of the webhooks, and which routes take an `Idempotency-Key` or
 * answer a file. Routes of payers are left out, and so are older ones that have a successor.
 */
export async function clientTypes({ openApi, asyncApi }: Documents): Promise<string> {
  const routes = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => isForMerchants(path, operation))
      .map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );
  const types = await compile(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A schema, whatever is in it.
    readable({
      ...closed({
        routes: closed(
          Object.fromEntries(routes.map(({ route, operation }) => [route, partsOf(operation)])),
        ),
        webhooks: closed({
          payment: { $ref: '#/components/schemas/payment_webhook' },
          operation: { $ref: '#/components/schemas/operation_webhook' },
          alert: { $ref: '#/components/schemas/alert_webhook' },
        }),
      }),
      definitions: {
        ...openApi.components.schemas,
        payment_webhook: asyncApi.components.schemas.payment,
        operation_webhook: asyncApi.components.schemas.operation,
        alert_webhook: asyncApi.components.schemas.alert,
      },
    }) as JSONSchema,
    'Api',
    {
      additionalProperties: false,
      bannerComment: BANNER,
      format: false,
      // A tuple for each length that a list may have is a type that nobody can fill.
      ignoreMinAndMaxItems: true,
    },
  );
  const namesOf = (fits: (operation: Operation) => boolean) =>
    JSON.stringify(routes.filter(({ operation }) => fits(operation)).map(({ route }) => route));
  const { code, errors } = await format(
    'api.ts',
    `${types}
/** The routes that take an \`Idempotency-Key\`. */
export const KEYED_ROUTES: ReadonlySet<string> = new Set(${namesOf(takesKey)});

/** The routes that answer a file. */
export const FILE_ROUTES: ReadonlySet<string> = new Set(${namesOf(answersFile)});
`,
    { singleQuote: true, printWidth: 100 },
  );
  if (errors.length > 0) throw new Error(`The types of the client: ${JSON.stringify(errors)}`);
  return code;
}

function isForMerchants(path: string, { security, deprecated }: Operation): boolean {
  const schemes = security.flatMap((one) => Object.keys(one));
  const isForKeys = schemes.includes('privateKey') && !schemes.includes('publicKey');
  return isForKeys && deprecated !== true && !/^\/(?:pos|test)\//.test(path);
}

function takesKey({ parameters = [] }: Operation): boolean {
  return parameters.some(({ name }) => name === 'Idempotency-Key');
}

function answersFile({ responses }: Operation): boolean {
  const { content } = responses['200'] ?? {};
  return content !== undefined && !('application/json' in content);
}

/** What a route takes and answers, as the properties of one type. */
function partsOf({ summary, parameters = [], requestBody, responses }: Operation): Node {
  const query = parameters.filter((one) => one.in === 'query');
  const answers = Object.entries(responses).flatMap(([status, { content }]) =>
    status < '300' ? [content === undefined ? NOTHING : bodyOf(content)] : [],
  );
  const different = [...new Map(answers.flatMap(partsOfUnion).map((one) => [keyOf(one), one]))];
  return {
    description: summary,
    ...closed({
      ...(requestBody && { body: bodyOf(requestBody.content) }),
      ...(query.length > 0 && { query: queryOf(query) }),
      answer: { anyOf: different.map(([, one]) => one) },
    }),
  };
}

const NOTHING: Node = { tsType: 'undefined' };

function bodyOf(content: Contents): Node {
  const json = content['application/json']?.schema;
  return json ?? { tsType: 'multipart/form-data' in content ? 'FormData' : 'Uint8Array' };
}

function partsOfUnion(schema: Node): readonly Node[] {
  return Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema];
}

const keyOf = (schema: Node) => JSON.stringify(schema);

function queryOf(parameters: readonly Parameter[]): Node {
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const properties = parameters.map(({ name, schema, description }) => [
    name,
    { ...schema, description },
  ]);
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

/** An object that has all of these. */
function closed(properties: Node): Node {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/**
 * The schema as the compiler understands it: with its own place for what is referred to, with one type for keys that
 * follow a pattern, and with any key in an object of which nothing is said.
 */
function readable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(readable);
  if (typeof node !== 'object' || node === null) return node;
  const { patternProperties, $ref, ...rest } = node as Node;
  const inside = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, readable(one)]));
  if (typeof $ref === 'string')
    return { $ref: $ref.replace('/components/schemas/', '/definitions/') };
  if (typeof patternProperties === 'object')
    return { ...inside, additionalProperties: readable(Object.values(patternProperties ?? {})[0]) };
  const isUnsaid = rest['type'] === 'object' && !('properties' in rest);
  return isUnsaid && !('additionalProperties' in rest)
    ? { ...inside, additionalProperties: true }
    : inside;
}

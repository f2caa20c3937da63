import { ATTACHMENT_EXTENSIONS, MAX_ATTACHMENT_BYTES } from '../../domain/attachment.ts';
import {
  type AnswerDoc,
  type DescribedRoute,
  isDescribed,
  type Route,
  type Scheme,
  type Shape,
} from '../route.ts';
import { ERROR_SCHEMAS, errorsOf } from './errors.ts';
import { jsonSchemaOf } from './shapes.ts';
import { withSharedSchemas } from './shared.ts';

export interface DocumentOptions {
  /** Where the API is, for people who try it from the page. */
  readonly serverUrl: string;
  /** Whether answers may have keys that are not named; false for tests. */
  readonly open: boolean;
}

/** The API as an OpenAPI 3.1 document, made of the declarations by which it is served. */
export function openApiDocument(
  routes: readonly Route[],
  { serverUrl, open }: DocumentOptions,
): object {
  const described = routes.filter(isDescribed);
  const paths: Record<string, Record<string, object>> = {};
  for (const one of described) {
    const item = (paths[openApiPath(one.path)] ??= {});
    item[one.method.toLowerCase()] = operationObject(one, open);
  }
  const shared = withSharedSchemas(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sarraf',
      version: '1.0.0',
      summary: 'Payments, from a checkout link to a signed webhook.',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(described.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: shared.paths,
    components: {
      schemas: { ...shared.schemas, ...jsonSchemaOf({ jsonSchema: ERROR_SCHEMAS }, { open }) },
      securitySchemes: SECURITY,
    },
  };
}

const INTRODUCTION = [
  'Money is text with exactly the decimals of its currency (`"12.340"` in KWD). Dates and times are ISO 8601 in UTC.',
  'Keys without a value are left out. Unknown keys of a request are ignored, and answers may gain keys within a version.',
  'Every path also works without its last slash.',
].join('\n\n');

const SECURITY = {
  privateKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: "The merchant's private key, on servers only: `Api-Key <key>`.",
  },
  publicKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The public key, in browsers and apps of payers: `Api-Key <key>`.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: "A person of the merchant's, with a password.",
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "A person of the merchant's, or a service, with a token.",
  },
};

const SECURITY_OF: Readonly<Record<Scheme, readonly (keyof typeof SECURITY)[]>> = {
  'private-key': ['privateKey'],
  'public-key': ['publicKey'],
  user: ['basic', 'bearer'],
  operator: ['bearer'],
  // Of pages, which are not described.
  login: [],
};

function operationObject(one: DescribedRoute, open: boolean): object {
  const { name, who, tag, summary, description, deprecated, path, body } = one;
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated: true }),
    security: who.flatMap((scheme) => SECURITY_OF[scheme]).map((scheme) => ({ [scheme]: [] })),
    parameters: parametersOf(path, one),
    ...(body && { requestBody: requestBody(body, one) }),
    // What the route itself says of a status is more than what follows from the rest.
    responses: { ...errorsOf(one), ...answersOf(one, open) },
  };
}

function parametersOf(
  path: string,
  { query = {}, idempotent, tracked }: DescribedRoute,
): readonly object[] {
  const names = [...path.matchAll(/:([a-z_]+)/g)].flatMap(([, name]) => name ?? []);
  return [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(query).map(([name, { description, required = false, schema }]) => ({
      name,
      in: 'query',
      required,
      description,
      schema,
    })),
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(tracked ? [TRACKING_KEY] : []),
  ];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key, caller and body give the first answer again, for at least 30 days; with another caller or body the key is answered by 409 `idempotency_conflict`, and nothing is done. All private keys of a merchant are one caller, each user is another. Send one, and a lost answer costs nothing.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

const TRACKING_KEY = {
  name: 'Tracking-Key',
  in: 'header',
  required: false,
  description:
    'Your name for this refund, capture or void. The same name, operation, amount and destination for the same payment give its latest status and move no money again; with anything else the name is answered by 409 `idempotency_conflict`. An amount that is missing means all that is left and is never the same as one that is given, whatever it is. The name is free again after a failure.',
  schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,128}$' },
};

function requestBody(
  body: Shape,
  { fields = {}, bodyAs, bodyOptional, file }: DescribedRoute,
): object {
  const schema = withMeaning(jsonSchemaOf(body, { open: true }), fields);
  const FORM = 'application/x-www-form-urlencoded';
  const PARTS = 'multipart/form-data';
  const types =
    bodyAs === 'form' ? [FORM] : bodyAs === 'parts' ? [PARTS] : ['application/json', FORM, PARTS];
  const ofParts = file === undefined ? schema : withFile(schema, file, bodyAs === 'parts');
  const content = types.map((type) => [type, { schema: type === PARTS ? ofParts : schema }]);
  return { required: bodyOptional !== true, content: Object.fromEntries(content) };
}

/** Only a body of several parts can carry a file. */
function withFile(schema: object, field: string, isRequired: boolean): object {
  const properties = 'properties' in schema ? (schema.properties as object) : {};
  const required = 'required' in schema ? (schema.required as readonly string[]) : [];
  return {
    ...schema,
    properties: { ...properties, [field]: FILE },
    ...(isRequired && { required: [...required, field] }),
  };
}

const FILE = {
  type: 'string',
  format: 'binary',
  description: `One of ${ATTACHMENT_EXTENSIONS.join(', ')}; at most ${MAX_ATTACHMENT_BYTES / 1_000_000} MB.`,
};

/** The schema with the meaning of its fields. A meaning without a field is a mistake of ours. */
function withMeaning(schema: object, fields: Readonly<Record<string, string>>): object {
  const properties = {
    ...('properties' in schema ? (schema.properties as Record<string, object>) : {}),
  };
  for (const [field, description] of Object.entries(fields)) {
    if (!properties[field]) throw new Error(`There is no field ${field} to describe.`);
    properties[field] = { ...properties[field], description };
  }
  return { ...schema, properties };
}

function answersOf({ answers }: DescribedRoute, open: boolean): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, answerObject(answer, open)]),
  );
}

function answerObject(
  { description, shape, mediaType = 'application/json' }: AnswerDoc,
  open: boolean,
): object {
  return {
    description,
    ...(shape && { content: { [mediaType]: { schema: jsonSchemaOf(shape, { open }) } } }),
  };
}

/** With the last slash that every documented path has. */
function openApiPath(path: string): string {
  const braced = path.replaceAll(/:([a-z_]+)/g, '{$1}');
  return /\.\w+$|z$|^\/version$/.test(braced) ? braced : `${braced}/`;
}

import type { ApiParameter, ApiRoute } from './facts.ts';

const FORM = 'application/x-www-form-urlencoded';

/** What a reader sends, as a line of their shell. Their keys and the names of what they have made are variables of it. */
export function curlOf(
  { method, path, parameters, security, requestBody }: ApiRoute,
  { base, body }: { readonly base: string; readonly body: object | undefined },
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? variable(name));
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${valueOf(one)}`)
    .join('&');
  const [scheme] = security.flatMap((one) => Object.keys(one));
  const types = Object.keys(requestBody?.content ?? {});
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${base}${filled}${query && `?${query}`}"`,
    ...(scheme === undefined ? [] : [CREDENTIALS[scheme] ?? '']),
    ...(body ? dataOf(types, body) : []),
  ].join(' \\\n  ');
}

const CREDENTIALS: Readonly<Record<string, string>> = {
  privateKey: '-H "Authorization: Api-Key $SARRAF_PRIVATE_KEY"',
  publicKey: '-H "Authorization: Api-Key $SARRAF_PUBLIC_KEY"',
  basic: '-u "$SARRAF_USER:$SARRAF_PASSWORD"',
};

const VALUES: Readonly<Record<string, string>> = { realm: 'sarraf', channel: 'email' };

function valueOf({ name, schema }: ApiParameter): string {
  const [first] = schema.enum ?? [];
  return typeof first === 'string' ? first : variable(name);
}

function variable(name: string): string {
  return `$${name.toUpperCase()}`;
}

function dataOf(types: readonly string[], body: object): readonly string[] {
  const fields = Object.entries(body);
  if (types.includes('application/json'))
    return [
      '-H "Content-Type: application/json"',
      // Not in quotes, so that the shell puts in what its variables have.
      `--data-binary @- <<JSON\n${JSON.stringify(body, undefined, 2)}\nJSON`,
    ];
  return types.includes(FORM)
    ? fields.map(([name, value]) => `--data-urlencode "${name}=${String(value)}"`)
    : fields.map(([name, value]) => `-F "${name}=${String(value)}"`);
}

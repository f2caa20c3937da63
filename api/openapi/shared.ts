/** A JSON Schema, or a part of the document that may hold some. */
type Node = Readonly<Record<string, unknown>>;

interface Shared {
  readonly paths: object;
  /** What the paths refer to, by its name among the components' schemas. */
  readonly schemas: Readonly<Record<string, object>>;
}

/** Shorter schemas are easier to read where they stand. */
const WORTH_SHARING = 400;

/**
 * The paths with each longer schema that stands in them more than once kept in one place, under the name of the operation
 * or field where it stands first. It says the same in half the length, and generators of client code make one type
 * of it.
 */
export function withSharedSchemas(paths: object): Shared {
  const times = new Map<string, number>();
  count(paths, times);
  const names = new Map<string, string>();
  const schemas: Record<string, object> = {};

  function shared(node: unknown, place: readonly string[]): unknown {
    if (Array.isArray(node)) return node.map((one) => shared(one, place));
    if (!isNode(node)) return node;
    const text = isSchema(node) ? JSON.stringify(node) : undefined;
    if (text === undefined || (times.get(text) ?? 0) < 2) return inside(node, place);
    const known = names.get(text);
    const name = known ?? freeName(place, schemas);
    if (known === undefined) {
      names.set(text, name);
      // Its name is taken before those of its parts.
      schemas[name] = {};
      schemas[name] = inside(node, place);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  function inside(node: Node, place: readonly string[]): Node {
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, shared(value, placeIn(node, key, place))]),
    );
  }

  return { paths: inside(paths as Node, []), schemas };
}

/** How often each schema stands where nothing around it is a repetition already. */
function count(node: unknown, times: Map<string, number>): void {
  if (Array.isArray(node)) for (const one of node) count(one, times);
  if (!isNode(node)) return;
  if (isSchema(node)) {
    const text = JSON.stringify(node);
    const before = text.length < WORTH_SHARING ? 0 : (times.get(text) ?? 0);
    times.set(text, text.length < WORTH_SHARING ? 0 : before + 1);
    if (before > 0) return;
  }
  for (const value of Object.values(node)) count(value, times);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSchema(node: Node): boolean {
  return node['type'] === 'object' && isNode(node['properties']);
}

/** An operation gives its body its name, a property its own. */
function placeIn(node: Node, key: string, place: readonly string[]): readonly string[] {
  const operation = node['operationId'];
  if (typeof operation === 'string') return [operation.replace('.', '_'), key];
  if (key === 'properties' || key === 'schema' || key === 'items' || key === 'content')
    return place;
  if (/^\d{3}$/.test(key)) return [place[0] ?? '', key];
  return /^[a-z_]+$/.test(key) && !STRUCTURE.has(key) ? [key] : place;
}

const STRUCTURE: ReadonlySet<string> = new Set([
  'parameters',
  'post',
  'get',
  'put',
  'patch',
  'delete',
  'options',
]);

function freeName(place: readonly string[], taken: object): string {
  const name = place.map((one) => one.replace('requestBody', 'request')).join('_') || 'schema';
  for (let nth = 1; ; nth += 1) {
    const one = nth === 1 ? name : `${name}_${nth}`;
    if (!(one in taken)) return one;
  }
}

import type { Shape } from '../route.ts';

/**
 * The JSON Schema (draft 2020-12) of a shape. `open`: keys that are not named are allowed everywhere, as in every request,
 * where they are ignored, and as in every answer, which may gain fields within a version (contract/requests#versions).
 * Without it the schema is as narrow as the code, which is what our own tests hold answers against.
 */
export function jsonSchemaOf(shape: Shape, { open }: { readonly open: boolean }): object {
  const schema =
    'jsonSchema' in shape
      ? shape.jsonSchema
      : shape['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  return open ? widened(schema) : schema;
}

function widened(node: object): object {
  const entries = Object.entries(node).filter(
    ([key, value]) => key !== 'additionalProperties' || value !== false,
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, widenedValue(value)]));
}

function widenedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(widenedValue);
  return typeof value === 'object' && value !== null ? widened(value) : value;
}

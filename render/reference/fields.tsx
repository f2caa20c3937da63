import type { JSX } from 'preact';
import type { ApiSchema } from './facts.ts';
import { Prose } from './prose.tsx';

/** The name of a shared schema, where this is one. */
export function sharedName({ $ref }: ApiSchema): string | undefined {
  return $ref?.split('/').at(-1);
}

export function objectAnchor(schema: string): string {
  return `object.${schema}`;
}

interface SchemaProps {
  readonly schema: ApiSchema;
}

/** The fields of an object one below the other, and those of the objects in it. */
export function Fields({ schema }: SchemaProps): JSX.Element | null {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return null;
  const required = new Set(schema.required);
  return (
    <dl class="api-fields">
      {properties.map(([name, one]) => (
        <Field key={name} name={name} schema={one} isRequired={required.has(name)} />
      ))}
    </dl>
  );
}

/** A field, a parameter or a header. */
export function Field({
  name,
  schema,
  isRequired,
  description = schema.description,
}: SchemaProps & {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}): JSX.Element {
  return (
    <>
      <dt>
        <code>{name}</code>{' '}
        <span class="type">
          <Type schema={schema} />
          {isRequired && ', required'}
        </span>
      </dt>
      <dd>
        {description !== undefined && (
          <p>
            <Prose text={description} />
          </p>
        )}
        <Inside schema={schema} />
      </dd>
    </>
  );
}

/** What an object, or each of a list, consists of. */
export function Inside({ schema }: SchemaProps): JSX.Element | null {
  const of = schema.items ?? schema;
  const choices = of.anyOf ?? of.oneOf;
  if (!choices) return <Fields schema={of} />;
  return (
    <>
      {choices.map((one, index) => (
        <Inside key={index} schema={one} />
      ))}
    </>
  );
}

/** What a value is, in words. */
export function Type({ schema }: SchemaProps): JSX.Element {
  const name = sharedName(schema);
  if (name !== undefined) return <a href={`#${objectAnchor(name)}`}>{name}</a>;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return (
      <>
        {choices.map((one, index) => (
          <>
            {index > 0 && ' or '}
            <Type schema={one} />
          </>
        ))}
      </>
    );
  if (schema.items)
    return (
      <>
        list of <Type schema={schema.items} />
        {limits({ least: schema.minItems, most: schema.maxItems })}
      </>
    );
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values)
    return (
      <>
        {values.map((value, index) => (
          <>
            {index > 0 && ' | '}
            <code>{String(value)}</code>
          </>
        ))}
      </>
    );
  return <>{plainType(schema)}</>;
}

function plainType({ type = 'anything', format, maxLength, minimum, maximum }: ApiSchema): string {
  const what = typeof type === 'string' ? type : type.join(' or ');
  const length = maxLength === undefined ? '' : `, at most ${maxLength} characters`;
  const kind = format === undefined ? '' : ` (${format})`;
  return `${what}${kind}${length}${limits({ least: minimum, most: maximum })}`;
}

/** Numbers beyond which a double is no longer exact are no limits that anybody has set. */
function limits({
  least = 0,
  most = Infinity,
}: {
  readonly least: number | undefined;
  readonly most: number | undefined;
}): string {
  const from = least > 0 ? least : undefined;
  const to = most < Number.MAX_SAFE_INTEGER ? most : undefined;
  if (from !== undefined && to !== undefined) return `, ${from} to ${to}`;
  if (to !== undefined) return `, at most ${to}`;
  return from === undefined ? '' : `, at least ${from}`;
}

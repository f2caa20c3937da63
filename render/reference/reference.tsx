import type { JSX } from 'preact';
import { render } from 'preact-render-to-string';
import { curlOf } from './curl.ts';
import {
  routesOf,
  type ApiAnswer,
  type ApiDocument,
  type ApiRoute,
  type ApiSchema,
  type ReferenceFacts,
} from './facts.ts';
import { objectAnchor, Field, Fields, Inside, sharedName, Type } from './fields.tsx';
import { Prose } from './prose.tsx';
import { referenceStyles } from './styles.ts';

/** The reference of the API as one page: every route with all that it takes and answers, and an example. No script runs in it. */
export function renderReference(facts: ReferenceFacts): string {
  return `<!doctype html>\n${render(<Reference {...facts} />)}\n`;
}

function Reference({ document, stylesheetUrl, bodies }: ReferenceFacts): JSX.Element {
  const { info } = document;
  // Most come to take a payment: what few need stands behind.
  const tags = document.tags.toSorted((a, b) => rank(a) - rank(b));
  const routes = routesOf(document);
  const base = document.servers[0]?.url ?? '';
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${info.title} API`}</title>
        <link rel="stylesheet" href={stylesheetUrl} />
        <link rel="icon" href="/favicon.ico" />
        {/* oxlint-disable-next-line react/no-danger -- It is our own text, and quotes in it must stay what they are. */}
        <style dangerouslySetInnerHTML={{ __html: referenceStyles }} />
      </head>
      <body class="reference">
        <header>
          <h1>{info.title} API</h1>
          <p>{info.summary}</p>
        </header>
        <nav aria-label="Groups of routes">
          <ul>
            {tags.map(({ name }) => (
              <li key={name}>
                <a href={`#${groupId(name)}`}>{name}</a>
              </li>
            ))}
            <li>
              <a href="#objects">Objects</a>
            </li>
            <li>
              <a href="/docs/events">Events</a>
            </li>
          </ul>
        </nav>
        <main>
          <Introduction document={document} />
          {tags.map(({ name }) => (
            <section key={name} aria-labelledby={groupId(name)}>
              <h2 id={groupId(name)}>{name}</h2>
              {routes
                .filter((route) => route.tags.includes(name))
                .map((route) => (
                  <Route
                    key={route.operationId}
                    route={route}
                    document={document}
                    example={curlOf(route, { base, body: bodies[route.operationId] })}
                  />
                ))}
            </section>
          ))}
          <Objects document={document} />
        </main>
      </body>
    </html>
  );
}

const FOR_FEW: ReadonlySet<string> = new Set(['Access', 'Legacy', 'System']);

function rank({ name }: { readonly name: string }): number {
  return FOR_FEW.has(name) ? 1 : 0;
}

function groupId(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}

function Introduction({ document }: { readonly document: ApiDocument }): JSX.Element {
  const { info, components, servers } = document;
  return (
    <section aria-labelledby="introduction">
      <h2 id="introduction">Before you begin</h2>
      {(info.description ?? '').split('\n\n').map((text) => (
        <p key={text}>
          <Prose text={text} />
        </p>
      ))}
      <p>
        The API is at <code>{servers[0]?.url}</code>. The same for programs:{' '}
        <a href="/openapi.json">openapi.json</a>. Step by step: docs/merchants.md.
      </p>
      <h3>Who asks</h3>
      <dl class="api-fields">
        {Object.entries(components.securitySchemes).map(([name, { description = '' }]) => (
          <>
            <dt>{SCHEMES[name] ?? name}</dt>
            <dd>
              <p>
                <Prose text={description} />
              </p>
            </dd>
          </>
        ))}
      </dl>
      <h3>Running the examples</h3>
      <p>
        <code>npm start</code> writes the keys of its sandbox to <code>.data/run.json</code>. In
        that directory:
      </p>
      <Shell text={KEYS} label="Keys of the sandbox" />
      <p>
        Other names with a dollar sign are of what you have made before, such as{' '}
        <code>SESSION_ID</code> of a payment.
      </p>
    </section>
  );
}

const KEYS = `key() { node -p "JSON.parse(fs.readFileSync('.data/run.json')).keys.$1"; }
export SARRAF_PRIVATE_KEY=$(key private) SARRAF_PUBLIC_KEY=$(key public)`;

/** A box that scrolls by itself must be reached by the keyboard. */
function Shell({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  return (
    <pre tabIndex={0} role="region" aria-label={label}>
      <code>{text}</code>
    </pre>
  );
}

const SCHEMES: Readonly<Record<string, string>> = {
  privateKey: 'Private key',
  publicKey: 'Public key',
  basic: 'User by password',
  bearer: 'User or service by token',
};

interface RouteProps {
  readonly route: ApiRoute;
  readonly document: ApiDocument;
  readonly example: string;
}

function Route({ route, document, example }: RouteProps): JSX.Element {
  const { method, path, summary, description, operationId, deprecated, parameters } = route;
  const who = route.security.flatMap((one) => Object.keys(one)).map((one) => SCHEMES[one] ?? one);
  return (
    <details>
      <summary>
        <h3>{summary}</h3>
        <span class="address">
          <span class={`method-name ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        </span>
      </summary>
      {/* A link to what is closed opens it, so the name is of what is inside. */}
      <div class="route" id={operationId}>
        {deprecated && <p class="deprecated">Deprecated.</p>}
        {description !== undefined && (
          <p>
            <Prose text={description} />
          </p>
        )}
        <p class="who">
          {who.length > 0 ? `Who may ask: ${who.join(', ').toLowerCase()}.` : 'Anybody may ask.'}
        </p>
        {parameters.length > 0 && (
          <>
            <h4>Parameters</h4>
            <dl class="api-fields">
              {parameters.map(({ name, in: place, required = false, ...one }) => (
                <Field
                  key={name}
                  name={place === 'header' ? `${name}:` : name}
                  schema={one.schema}
                  isRequired={required}
                  description={one.description}
                />
              ))}
            </dl>
          </>
        )}
        <Body route={route} document={document} />
        <h4>Answers</h4>
        <dl class="api-fields">
          {Object.entries(route.responses).map(([status, answer]) => (
            <Answer key={status} status={status} answer={answer} />
          ))}
        </dl>
        <h4>Example</h4>
        <Shell text={example} label={`Example: ${summary}`} />
      </div>
    </details>
  );
}

function Body({ route, document }: Omit<RouteProps, 'example'>): JSX.Element | null {
  const { requestBody } = route;
  if (!requestBody) return null;
  const types = Object.keys(requestBody.content);
  // JSON and forms say the same; a file, which only a body of parts can have, is in the last one.
  const content = Object.values(requestBody.content).at(-1);
  const schema = content?.schema && resolved(content.schema, document);
  if (!schema) return null;
  return (
    <>
      <h4>Body</h4>
      <p class="small">{types.join(', ')}</p>
      <Inside schema={schema} />
    </>
  );
}

function resolved(schema: ApiSchema, { components }: ApiDocument): ApiSchema {
  const name = sharedName(schema);
  return (name === undefined ? undefined : components.schemas[name]) ?? schema;
}

function Answer({
  status,
  answer: { description, content = {} },
}: {
  readonly status: string;
  readonly answer: ApiAnswer;
}): JSX.Element {
  const [schema] = Object.values(content).flatMap((one) => one.schema ?? []);
  return (
    <>
      <dt>
        <code>{status}</code>{' '}
        {schema && (
          <span class="type">
            <Type schema={schema} />
          </span>
        )}
      </dt>
      <dd>
        <p>
          <Prose text={description} />
        </p>
        {schema && <Inside schema={schema} />}
      </dd>
    </>
  );
}

function Objects({ document }: { readonly document: ApiDocument }): JSX.Element {
  return (
    <section aria-labelledby="objects">
      <h2 id="objects">Objects</h2>
      <p>What several routes take or answer.</p>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <details key={name}>
          <summary>
            <h3>
              <code>{name}</code>
            </h3>
          </summary>
          <div class="route" id={objectAnchor(name)}>
            <p class="type">
              <Type schema={schema} />
            </p>
            {schema.properties ? <Fields schema={schema} /> : <Inside schema={schema} />}
          </div>
        </details>
      ))}
    </section>
  );
}

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { ComponentChildren, JSX } from 'preact';
import { render } from 'preact-render-to-string';
import type { CapturedMessage, Letters } from './letters.ts';
import { plugOn } from './plug.ts';

/** The pages of the mailbox: all messages, one, and as JSON, for tests, all or those to somebody; and where those by telephone are handed over. */
export async function openPages(port: number, letters: Letters): Promise<Server> {
  const take = plugOn(letters);
  // Whoever asks now and then asks on the same connection, which must not end at that moment.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const url = request.url ?? '/';
    const isHandedOver = request.method === 'POST' && (url === '/sms' || url === '/whatsapp');
    (isHandedOver ? take(request, response) : answer(letters, url, response)).catch(
      (error: unknown) => {
        console.error(error);
        if (response.headersSent) response.end();
        else send(response, 500, 'text/plain', 'The mailbox could not do that.');
      },
    );
  });
  const listening = once(server, 'listening');
  server.listen(port, '127.0.0.1');
  await listening;
  return server;
}

async function answer(letters: Letters, url: string, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, 'http://mailbox.invalid');
  if (pathname === '/readyz') return send(response, 200, 'text/plain', 'ok');
  if (pathname === '/mails.json') {
    const to = searchParams.get('to');
    const asked = to === null ? letters.all() : letters.sentTo(to);
    return send(response, 200, 'application/json', JSON.stringify(await asked));
  }
  if (pathname === '/') return send(response, 200, 'text/html', list(await letters.all()));
  const [, number, part] = /^\/(\d+)(\/html)?$/.exec(pathname) ?? [];
  const letter = number === undefined ? undefined : await letters.read(Number(number));
  if (!letter) return send(response, 404, 'text/plain', 'There is no such message.');
  return send(response, 200, 'text/html', part === undefined ? one(letter) : letter.html);
}

/** What is in a mail may be anybody's: no script of it ever runs, and nothing is fetched for it. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; sandbox allow-same-origin allow-popups allow-top-navigation-by-user-activation";

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  response.end(body);
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2430}' +
  'table{border-collapse:collapse;width:100%}td,th{text-align:start;padding:.4rem .6rem;border-top:1px solid #dde3ea;vertical-align:top}' +
  'iframe{width:100%;height:46rem;border:1px solid #dde3ea}pre{white-space:pre-wrap;background:#f3f5f8;padding:1rem}' +
  '.bubble{white-space:pre-wrap;max-width:26rem;background:#e7f3ec;border-radius:14px;padding:.8rem 1rem}';

function page(title: string, body: ComponentChildren): string {
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <h1 dir="auto">{title}</h1>
        {body}
      </body>
    </html>
  );
  return `<!doctype html>\n${render(document)}\n`;
}

const NAMES: Readonly<Record<CapturedMessage['channel'], string>> = {
  email: 'Mail',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
};

function list(all: readonly CapturedMessage[]): string {
  const rows = all.map(({ number, channel, to, cc, subject, text }) => (
    <tr>
      <td>{number}</td>
      <td>{NAMES[channel]}</td>
      <td>
        <bdi>{[...to, ...cc].join(', ')}</bdi>
      </td>
      <td dir="auto">
        <a href={`/${number}`}>{subject || text.slice(0, 80)}</a>
      </td>
    </tr>
  ));
  const empty = <p>No message yet. Nothing that is sent here leaves this machine.</p>;
  return page('Mailbox', all.length === 0 ? empty : <table>{rows}</table>);
}

function one(letter: CapturedMessage): string {
  const { number, channel, from, to, cc, subject, text, files, more } = letter;
  const head: readonly (readonly [string, string])[] = [
    ['From', from],
    ['To', to.join(', ')],
    ...(cc.length > 0 ? [['Cc', cc.join(', ')] as const] : []),
    ...(files.length > 0 ? [['Files', files.join(', ')] as const] : []),
  ];
  if (more !== undefined)
    return page(NAMES[channel], <Message number={number} head={head} text={text} more={more} />);
  return page(subject, <Mail number={number} head={head} text={text} />);
}

interface MailProps {
  readonly number: number;
  readonly head: readonly (readonly [string, string])[];
  readonly text: string;
}

function Head({ head }: Pick<MailProps, 'head'>): JSX.Element {
  return (
    <table>
      {head.map(([label, value]) => (
        <tr>
          <th>{label}</th>
          <td>
            <bdi>{value}</bdi>
          </td>
        </tr>
      ))}
    </table>
  );
}

function Message({ head, text, more }: MailProps & { readonly more: string }): JSX.Element {
  return (
    <>
      <Head head={head} />
      <p class="bubble" dir="auto">
        {text}
      </p>
      <h2>What else the plug gets</h2>
      <pre>{more}</pre>
      <p>
        <a href="/">All messages</a>
      </p>
    </>
  );
}

function Mail({ number, head, text }: MailProps): JSX.Element {
  return (
    <>
      <Head head={head} />
      <h2>HTML</h2>
      <iframe src={`/${number}/html`} title="The mail as HTML" />
      <h2>Text</h2>
      <pre dir="auto">{text}</pre>
      <p>
        <a href="/">All messages</a>
      </p>
    </>
  );
}

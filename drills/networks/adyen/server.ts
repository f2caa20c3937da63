import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { jsonIn, textOf, type JsonPart } from './json.ts';
import { Keys, refusal, type StandInAnswer } from './keys.ts';
import { AdyenSide, type Modification } from './network.ts';
import { adyenPage } from './pages.ts';
import { faultBySchema } from './schema.ts';
import { Webhooks, type WebhookCredentials } from './webhooks.ts';

export interface StandInSettings extends WebhookCredentials {
  readonly apiKey: string;
  readonly merchantAccount: string;
}

/** What goes wrong with the next request: its answer is lost, or nobody can take it in. */
export type StandInFault = 'lose' | 'unavailable';

interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: RegExp;
  /** The schemas of Adyen for what comes and what goes, where there is one. */
  readonly takes?: string;
  readonly gives?: string;
  readonly act: (
    network: AdyenSide,
    request: JsonPart,
    id: string,
  ) => StandInAnswer | Promise<StandInAnswer>;
}

const BASE = '/v72';
const LEAVE = /^\/_control\/leave\/([\w-]+)$/;

const ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/paymentLinks$/,
    takes: 'PaymentLinkRequest',
    gives: 'PaymentLinkResponse',
    act: (network, request) => network.createLink(request),
  },
  {
    method: 'GET',
    path: /^\/paymentLinks\/(\w+)$/,
    gives: 'PaymentLinkResponse',
    act: (network, _request, id) => network.link(id),
  },
  {
    method: 'PATCH',
    path: /^\/paymentLinks\/(\w+)$/,
    takes: 'UpdatePaymentLinkRequest',
    gives: 'PaymentLinkResponse',
    act: (network, _request, id) => network.closeLink(id),
  },
  {
    method: 'POST',
    path: /^\/sessions$/,
    takes: 'CreateCheckoutSessionRequest',
    gives: 'CreateCheckoutSessionResponse',
    act: (network, request) => network.createSession(request),
  },
  {
    method: 'GET',
    path: /^\/sessions\/(\w+)$/,
    gives: 'SessionResultResponse',
    act: (network, query, id) => network.sessionResult(id, textOf(query, 'sessionResult')),
  },
  {
    method: 'POST',
    path: /^\/payments$/,
    takes: 'PaymentRequest',
    gives: 'PaymentResponse',
    act: (network, request) => network.charge(request),
  },
  {
    method: 'POST',
    path: /^\/payments\/details$/,
    takes: 'PaymentDetailsRequest',
    gives: 'PaymentDetailsResponse',
    act: (network, request) => network.details(request),
  },
  {
    method: 'POST',
    path: /^\/applePay\/sessions$/,
    takes: 'ApplePaySessionRequest',
    gives: 'ApplePaySessionResponse',
    act: (network, request) => network.appleSession(request),
  },
  modification('capture', 'PaymentCapture'),
  modification('cancel', 'PaymentCancel'),
  modification('refund', 'PaymentRefund'),
  {
    method: 'POST',
    path: /^\/cancels$/,
    takes: 'StandalonePaymentCancelRequest',
    gives: 'StandalonePaymentCancelResponse',
    act: (network, request) => network.cancelByReference(request),
  },
  {
    method: 'DELETE',
    path: /^\/storedPaymentMethods\/(\w+)$/,
    act: (network, query, id) => network.forget(id, textOf(query, 'shopperReference')),
  },
];

/**
 * The other side of the connector of Adyen: a stand-in with books of its own, for tests (docs/adyen.md). Every body in and out is
 * held against Adyen's own schema.
 */
export class AdyenStandIn {
  readonly #settings: StandInSettings;
  readonly #keys = new Keys();
  readonly #server: Server;
  readonly webhooks: Webhooks;
  readonly network: AdyenSide;
  /** Of the next request to the API. */
  fault: StandInFault | undefined;
  url = '';

  constructor(settings: StandInSettings) {
    this.#settings = settings;
    this.webhooks = new Webhooks(settings);
    this.network = new AdyenSide(settings.merchantAccount, this.webhooks, () => this.url);
    // Whoever asks now and then asks on the same connection, which must not end at that moment.
    this.#server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
  }

  /** So many requests came under the key of another one. */
  get keyConflicts(): number {
    return this.#keys.conflicts;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const address = this.#server.address();
    if (address && typeof address === 'object') this.url = `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString('utf8');
    const [, leaving] = LEAVE.exec(pathname) ?? [];
    if (leaving !== undefined) return give(response, await this.#leave(leaving, body));
    if (!pathname.startsWith(`${BASE}/`))
      return adyenPage(this.network, { pathname, body, method: request.method }, response);
    const { fault } = this;
    this.fault = undefined;
    const answer =
      fault === 'unavailable'
        ? refusal(503, '703', 'required resource temporarily unavailable', true)
        : await this.#answer(request, pathname.slice(BASE.length), body || searchParams);
    if (fault === 'lose') response.destroy();
    else give(response, answer);
    return undefined;
  }

  /** What a test does for the payer: leaves the newest page of a reference with a card that is taken, or refused. */
  async #leave(reference: string, body: string): Promise<StandInAnswer> {
    const page = this.network.pageNamed(reference);
    if (!page) return refusal(404, '000', 'Not found');
    const { code, reason } = jsonIn(body) ?? {};
    const refused =
      typeof code === 'string' && typeof reason === 'string' ? { code, reason } : undefined;
    return { status: 200, body: { location: await this.network.leave(page, refused) } };
  }

  async #answer(
    { method = '', headers }: IncomingMessage,
    path: string,
    body: string | URLSearchParams,
  ): Promise<StandInAnswer> {
    if (headers['x-api-key'] !== this.#settings.apiKey)
      return refusal(401, '000', 'HTTP Status Response - Unauthorized');
    const route = ROUTES.find((one) => one.method === method && one.path.test(path));
    if (!route) return refusal(404, '000', 'Not found');
    const request = typeof body === 'string' ? jsonIn(body) : Object.fromEntries(body);
    const fault = request ? route.takes && faultBySchema(route.takes, request) : 'No JSON';
    if (!request || fault !== undefined) return refusal(422, '702', String(fault));
    const { merchantAccount = this.#settings.merchantAccount } = request;
    if (merchantAccount !== this.#settings.merchantAccount)
      return refusal(403, '901', 'Invalid Merchant Account');
    const act = async () => {
      const [, id = ''] = route.path.exec(path) ?? [];
      const answer = await route.act(this.network, request, id);
      const gives = answer.status < 400 ? route.gives : 'ServiceError';
      const odd = gives && faultBySchema(gives, answer.body);
      if (odd) throw new Error(`The stand-in made no answer of Adyen’s: ${odd}`);
      return answer;
    };
    const { 'idempotency-key': key } = headers;
    if (typeof key !== 'string') return act();
    if (key.length > 64) return refusal(422, '702', 'Idempotency-Key: at most 64 characters');
    return this.#keys.once(key, `${path}\n${String(body)}`, act);
  }
}

function modification(kind: Modification, schema: string): Route {
  return {
    method: 'POST',
    path: new RegExp(`^/payments/(\\w+)/${kind}s$`),
    takes: `${schema}Request`,
    gives: `${schema}Response`,
    act: (network, request, id) => network.modify(kind, id, request),
  };
}

function give(response: ServerResponse, { status, body, headers }: StandInAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}

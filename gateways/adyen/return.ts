import type { Inquired } from '../../domain/transaction/network.ts';
import { GatewayFault, type AttemptNames, type FaultKind } from '../gateway.ts';
import { call, granted } from './client.ts';
import { readName } from './names.ts';
import type { AdyenSettings } from './settings.ts';
import { readPage, readResult, readSessionResult } from './shapes.ts';
import { pageWord, resultWord, sessionWord } from './wire.ts';

/** What became of a link. Nothing else of Adyen's can be asked about: it tells by webhooks, and under its keys. */
export async function askLink(settings: AdyenSettings, names: AttemptNames): Promise<Inquired> {
  const path = linkPath(names);
  return pageWord(
    names.referenceNumber,
    readPage(granted(await call(settings, { method: 'GET', path }), 'the inquiry')),
  );
}

export async function closeLink(settings: AdyenSettings, names: AttemptNames): Promise<Inquired> {
  const path = linkPath(names, 'refused');
  const closed = await call(settings, { method: 'PATCH', path, body: { status: 'expired' } });
  // One that is paid, or closed already, cannot be closed: the link says which it is.
  if ('errorCode' in closed) return askLink(settings, names);
  return pageWord(names.referenceNumber, readPage(closed.body));
}

/** What Adyen adds to the address: after a page of the bank, and after a session. */
export const BROUGHT_PARAMETERS = ['redirectResult', 'sessionResult'] as const;

/** Goes on with what the browser has brought from a page of the bank, or from a session. A link brings nothing. */
export async function readReturn(
  settings: AdyenSettings,
  names: AttemptNames,
  brought: Readonly<Partial<Record<(typeof BROUGHT_PARAMETERS)[number], string>>>,
): Promise<Inquired> {
  const { redirectResult, sessionResult } = brought;
  if (redirectResult !== undefined) return finish(settings, names, redirectResult);
  if (sessionResult !== undefined) return askSession(settings, names, sessionResult);
  return askLink(settings, names);
}

async function finish(
  settings: AdyenSettings,
  { referenceNumber }: AttemptNames,
  redirectResult: string,
): Promise<Inquired> {
  const answer = await call(settings, {
    method: 'POST',
    path: '/payments/details',
    body: { details: { redirectResult } },
    idempotencyKey: redirectResult,
  });
  const result = readResult(granted(answer, 'what the browser brought'));
  const name = readName(result.merchantReference ?? '');
  if (name?.payment !== referenceNumber)
    throw new GatewayFault('refused', 'What the browser brought is not of this payment.');
  return resultWord({ referenceNumber, isHeld: name.isHeld, now: Date.now() }, result);
}

/** Only with what its browser has brought Adyen says anything of a session. */
async function askSession(
  settings: AdyenSettings,
  { referenceNumber, gatewayReference = '' }: AttemptNames,
  sessionResult: string,
): Promise<Inquired> {
  const query = new URLSearchParams({ sessionResult });
  const path = `/sessions/${encodeURIComponent(gatewayReference)}?${query}`;
  const answer = await call(settings, { method: 'GET', path });
  return sessionWord(referenceNumber, readSessionResult(granted(answer, 'the inquiry')));
}

/** The name of a session, of a payment, and our own where a page of the bank goes by it. */
const NO_LINK = /^(?:CS\w+|[A-Z0-9]{16})$/;

function linkPath(
  { referenceNumber, gatewayReference: id }: AttemptNames,
  otherwise: FaultKind = 'unknown',
): string {
  if (id === undefined || id === referenceNumber || NO_LINK.test(id))
    throw new GatewayFault(
      otherwise,
      'Adyen can be asked only about a link, and close nothing else: of this its webhook tells, or the same request under its key.',
    );
  return `/paymentLinks/${encodeURIComponent(id)}`;
}

import type { Context } from 'koa';
import { currencyCode } from '../../domain/currencies.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { WALLET_PROVIDER, type WalletAccount } from '../../domain/wallet/account.ts';
import type { EntryFilter } from '../../store/wallet-lists.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields, RequestError } from '../middleware/errors.ts';
import { route, SERVER } from '../route.ts';
import { known } from '../transactions/commands.ts';
import {
  accountsAnswer,
  entriesAnswer,
  finalizationAnswer,
  walletOperationAnswer,
} from './answer.ts';
import {
  presentWallet,
  presentEntry,
  presentFinalization,
  presentWalletOperation,
  presentPage,
} from './present.ts';
import {
  accountsBody,
  type AccountsBody,
  entriesBody,
  type EntriesBody,
  operationsBody,
  type OperationsBody,
  spanOf,
  windowOf,
} from './schema.ts';

const pagination =
  'The `next` or `previous` of a page, or a beginning: `per_page` from 1 to 50, 20 by itself. Newest first.';

/** What merchants may know of their customers' wallets (contract/wallets#reading). None of these changes anything. */
export const walletRoutes = [
  route('wallet.accounts', {
    method: 'POST',
    path: '/b/wallet/v1/accounts',
    who: SERVER,
    permissions: ['wallet.view'],
    tag: 'Wallets',
    summary: 'List the wallets of a customer',
    description:
      'One for each currency that something was refunded in. A list without any is no error.',
    body: accountsBody,
    fields: { pagination },
    answers: { 200: { description: 'Newest first.', shape: accountsAnswer } },
    handle: (deps) => (ctx, body) => accounts(deps, ctx, body.read()),
  }),
  route('wallet.entries', {
    method: 'POST',
    path: '/b/wallet/v1/entries',
    who: SERVER,
    permissions: ['wallet.view'],
    tag: 'Wallets',
    summary: "List the entries of a customer's wallet",
    description: 'They are never changed. A customer without a wallet in the currency is an error.',
    body: entriesBody,
    fields: {
      session_id: 'Of the payment.',
      date_from: 'A date, from its beginning in UTC, or a date and time.',
      date_to: 'A date, up to its end in UTC, or a date and time; inclusive.',
      pagination,
    },
    answers: { 200: { description: 'Newest first.', shape: entriesAnswer } },
    handle: (deps) => (ctx, body) => entries(deps, ctx, body.read()),
  }),
  route('wallet.operations', {
    method: 'POST',
    path: '/b/wallet/v1/operations',
    who: SERVER,
    permissions: ['wallet.view'],
    tag: 'Wallets',
    summary: 'Read one operation of a wallet',
    body: operationsBody,
    fields: { operation_id: 'A number, or the same as text.' },
    answers: {
      200: { description: 'With the entries that it made.', shape: walletOperationAnswer },
    },
    handle: (deps) => (ctx, body) => operation(deps, ctx, body.read()),
  }),
  route('wallet.finalization', {
    method: 'GET',
    path: '/b/checkout/v1/wallet/payment-sessions/:session_id/finalization-status',
    who: SERVER,
    permissions: ['wallet.view'],
    tag: 'Wallets',
    summary: 'Ask how a payment ended',
    description: 'For who holds money of a customer for it. Nobody is asked, and nothing changes.',
    answers: { 200: { description: 'How it stands.', shape: finalizationAnswer } },
    handle: (deps) => async (ctx) => presentFinalization(await known(deps, ctx)),
  }),
];

async function accounts({ store }: ApiDeps, ctx: Context, body: AccountsBody) {
  const merchantId = merchantOf(ctx);
  await refuseWithoutWallet(store, merchantId);
  const { customer_id: customerId, status } = body;
  const currency = currencyCode(body.currency ?? '');
  const window = windowOf(body.pagination);
  const page = await store.wallets.listAccounts(
    merchantId,
    {
      customerId,
      ...(currency !== undefined && { currency }),
      ...(status && { status }),
    },
    window,
  );
  return presentPage(page, window.perPage, {
    place: ({ number }) => number,
    present: presentWallet,
  });
}

async function entries({ store }: ApiDeps, ctx: Context, body: EntriesBody) {
  const merchantId = merchantOf(ctx);
  await refuseWithoutWallet(store, merchantId);
  const held = await accountsFor(store, merchantId, body);
  const inSandbox = new Set(held.filter(({ sandbox }) => sandbox).map(({ id }) => id));
  const window = windowOf(body.pagination);
  // Entries of other wallets, or that were not done, there are none.
  const isOurs = (body.provider ?? WALLET_PROVIDER) === WALLET_PROVIDER;
  const isDone = (body.status ?? 'completed') === 'completed';
  const filter = filterOf(body, isOurs && isDone ? held.map(({ id }) => id) : []);
  const page = await store.wallets.listEntries(merchantId, filter, window);
  return presentPage(page, window.perPage, {
    place: ({ id }) => id,
    present: (entry) => presentEntry(entry, inSandbox.has(entry.accountId)),
  });
}

/** Throws 400 when the customer has no wallet in the currency: that is not the same as one without entries. */
async function accountsFor(
  { wallets }: Pick<ApiDeps['store'], 'wallets'>,
  merchantId: MerchantId,
  { customer_id: customerId, currency: code }: EntriesBody,
): Promise<readonly WalletAccount[]> {
  const currency = currencyCode(code);
  const { results } = await wallets.listAccounts(
    merchantId,
    {
      customerId,
      ...(currency !== undefined && { currency }),
    },
    windowOf(),
  );
  if (results.length > 0) return results;
  throw new RequestError(400, 'not_found', `This customer has no wallet in ${code}.`);
}

function filterOf(body: EntriesBody, accountIds: readonly string[]): EntryFilter {
  const { entry_type: type, direction, session_id: sessionId, pg_code: pgCode } = body;
  return {
    accountIds,
    ...(type && { type }),
    ...(direction && { direction }),
    ...(sessionId !== undefined && { sessionId }),
    ...(pgCode !== undefined && { pgCode }),
    ...spanOf(body),
  };
}

async function operation({ store }: ApiDeps, ctx: Context, { operation_id: id }: OperationsBody) {
  const merchantId = merchantOf(ctx);
  await refuseWithoutWallet(store, merchantId);
  const found = await store.wallets.operation(merchantId, Number(id));
  if (!found) throw new InvalidFields({ operation_id: ['There is no operation with this id.'] });
  return presentWalletOperation(found, await store.wallets.entriesOf(merchantId, found.id));
}

/** Throws 503 for a merchant of whom no account has the wallet switched on, and who never had any wallet. */
async function refuseWithoutWallet(
  { gatewayAccounts, wallets }: Pick<ApiDeps['store'], 'gatewayAccounts' | 'wallets'>,
  merchantId: MerchantId,
): Promise<void> {
  const [all, hasAny] = await Promise.all([
    gatewayAccounts.list(merchantId),
    wallets.any(merchantId),
  ]);
  if (hasAny || all.some(({ paymentServices }) => paymentServices.includes('wallet'))) return;
  throw new RequestError(
    503,
    'wallet_not_configured',
    'No gateway account of yours has the wallet switched on. Ask your operator.',
  );
}

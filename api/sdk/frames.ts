import type { PgCode } from '../../domain/ids.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import type { OfferedCard } from '../../domain/card/offered.ts';
import type { ApiDeps } from '../deps.ts';
import { openedAccount } from '../opened-account.ts';

/** The addresses of networks' frames, by the code of the account. */
export type FrameUrls = ReadonlyMap<PgCode, string>;

/** Where the security codes of these saved cards are typed. */
export function codeFrames(
  deps: Pick<ApiDeps, 'store'>,
  { merchantId }: Transaction,
  cards: readonly OfferedCard[],
): Promise<FrameUrls> {
  const codes = cards.filter(({ card }) => card.cvvRequired).map(({ card }) => card.pgCode);
  return framesOf(deps, { merchantId, codes }, (gateway, settings) => gateway.cvvFrame?.(settings));
}

/** Where a new card is typed for a method, in accounts that want the fields of their network (docs/decisions/0026-card-fields-are-the-networks.md). */
export function cardFrames(
  deps: Pick<ApiDeps, 'store'>,
  { merchantId, methods }: Pick<Transaction, 'merchantId' | 'methods'>,
): Promise<FrameUrls> {
  // A route leads to several accounts, and which of them is asked nobody knows before the press of Pay.
  const codes = methods.filter(({ accounts }) => !accounts).map(({ pgCode }) => pgCode);
  return framesOf(deps, { merchantId, codes }, (gateway, settings) =>
    gateway.cardFrame?.(settings),
  );
}

type Connector = ReturnType<typeof gatewayFor>;

/** An account whose settings are wrong, or cannot be opened, has none; that they are is told by whoever charges by it. */
async function framesOf(
  { store }: Pick<ApiDeps, 'store'>,
  { merchantId, codes }: Pick<Transaction, 'merchantId'> & { readonly codes: readonly PgCode[] },
  frameOf: (
    gateway: Connector,
    settings: Parameters<Connector['checkSettings']>[0],
  ) => string | undefined,
): Promise<FrameUrls> {
  const frames = await Promise.all(
    [...new Set(codes)].map(async (code): Promise<readonly (readonly [PgCode, string])[]> => {
      const opened = await openedAccount(store, { merchantId, pgCode: code });
      if (!opened) return [];
      try {
        const frame = frameOf(gatewayFor(opened.account.gateway), opened.settings);
        return frame === undefined ? [] : [[code, frame]];
      } catch {
        return [];
      }
    }),
  );
  return new Map(frames.flat());
}

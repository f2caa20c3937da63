import { currencyCode } from '../../domain/currencies.ts';
import { referenceNumber } from '../../domain/ids.ts';
import type { Movement, MovementKind } from '../../domain/ledger/network-book.ts';
import { parseMoney } from '../../domain/money.ts';
import type { NetworkBook } from '../../admin/ledger/network-book.ts';
import type { AccountSettings } from '../../gateways/gateway.ts';
import { dinarsOf } from '../dinars.ts';
import type { Misfortune } from './chance.ts';
import type { Front } from './front.ts';
import type {
  BookedOperation,
  BookedPayment,
  DrillNetwork,
  Network,
  NetworkLedgerEntry,
} from './network.ts';

/** One account at a stand-in, which is a stand-in of its own with a front before it. */
export interface StandInSide {
  readonly front: Front;
  readonly settings: AccountSettings;
  /** The reference of the attempt whose page it is; undefined when the page is another side's. */
  readonly referenceOn: (page: string) => string | undefined;
  /** Pays on a page, or tries to; false where the page is not open any more. */
  readonly pay: (page: string, card: string | undefined) => Promise<boolean>;
  readonly payments: () => readonly BookedPayment[];
  readonly operations: () => readonly (BookedOperation & { readonly payment: string })[];
  readonly moved: () => readonly StandInMove[];
  readonly decide: (operation: string, outcome: 'done' | 'declined') => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Money that moved in the stand-in's own book, in fils. */
export interface StandInMove {
  readonly payment: string;
  readonly reference: string;
  readonly entry: MovementKind;
  readonly operation?: string;
  readonly fils: number;
}

interface Kind {
  readonly name: DrillNetwork;
  readonly pageIn: Network['pageIn'];
  readonly strangeKey: AccountSettings;
  readonly openSide: (notifyUrl: string) => Promise<StandInSide>;
}

/** A network of stand-ins: each account is one. */
export function standInNetwork({ name, pageIn, strangeKey, openSide }: Kind): Network {
  const sides = new Map<string, StandInSide>();
  const all = () => [...sides.values()];
  const sideWith = (page: string) => all().find((one) => one.referenceOn(page) !== undefined);
  /** A payer closes nothing at these networks: the browser goes back, and the page stays open. */
  const leave = async (page: string) => sideWith(page)?.referenceOn(page);
  return asMerchant('');

  function asMerchant(prefix: string): Network {
    const side = (account: string): StandInSide => {
      const found = sides.get(`${prefix}${account}`);
      if (!found) throw new Error(`There is no account ${account} at the stand-in.`);
      return found;
    };
    return {
      name,
      pageIn,
      strangeKey,
      pay: async (page, card) => {
        const found = sideWith(page);
        const isOpen = await found?.pay(page, card);
        return isOpen ? found?.referenceOn(page) : undefined;
      },
      cancel: leave,
      openAccount: async (account, { faults, notifyUrl }) => {
        const opened = await openSide(notifyUrl);
        sides.set(`${prefix}${account}`, opened);
        opened.front.order(misfortunesIn(faults));
        return { gateway: name, settings: opened.settings };
      },
      ownAccounts: (merchant) => asMerchant(`${merchant}/`),
      orderFaults: async (account, faults) => side(account).front.order(misfortunesIn(faults)),
      faults: async (account) => side(account).front.counts(),
      payments: async (account) => side(account).payments(),
      operations: async (payment) =>
        all()
          .flatMap((one) => one.operations())
          .filter((one) => one.payment === payment),
      ledger: async (account) => side(account).moved().map(ledgerEntry),
      decide: async (operation, outcome) => {
        for (const one of all()) await one.decide(operation, outcome);
      },
      callBack: async (payment, times) => {
        for (const one of all()) await one.front.repeat(payment, times);
      },
      turnedAway: () => all().flatMap((one) => one.front.turnedAway()),
      book: bookOf(() => all().flatMap((one) => one.moved())),
      close: async () => {
        await Promise.all(
          all().map(async ({ front, stop }) => {
            await front.close();
            await stop();
          }),
        );
      },
    };
  }
}

/** What is ordered in the simulator's words. A stand-in keeps its keys whatever is ordered, as the real ones do. */
function misfortunesIn(faults: readonly object[]): readonly Misfortune[] {
  return faults as readonly Misfortune[];
}

function ledgerEntry({
  payment,
  reference,
  entry,
  operation,
  fils,
}: StandInMove): NetworkLedgerEntry {
  return {
    payment_id: payment,
    merchant_reference: reference,
    entry,
    ...(operation !== undefined && { operation_id: operation }),
    amount: dinarsOf(fils),
    currency: 'KWD',
  };
}

function bookOf(moved: () => readonly StandInMove[]): NetworkBook {
  const movements = () => moved().map(movementOf);
  return {
    of: async (references) =>
      movements().filter((one) => references.includes(one.paymentReference)),
    async *pages() {
      yield movements();
    },
  };
}

function movementOf({ payment, reference, entry, fils }: StandInMove): Movement {
  const paymentReference = referenceNumber(reference);
  const currency = currencyCode('KWD');
  const amount = currency && parseMoney(dinarsOf(fils), currency);
  if (!paymentReference || !amount || 'fault' in amount)
    throw new Error(`The stand-in has ${fils} fils of "${reference}", which cannot be ours.`);
  return { kind: entry, paymentReference, amount, gatewayPayment: payment };
}

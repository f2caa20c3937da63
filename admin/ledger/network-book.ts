import Joi from 'joi';
import { currencyCode } from '../../domain/currencies.ts';
import { referenceNumber, type ReferenceNumber } from '../../domain/ids.ts';
import { MOVEMENT_KINDS, type Movement } from '../../domain/ledger/network-book.ts';
import { parseMoney, type Money } from '../../domain/money.ts';

/** The gateway whose network has this book. */
export const BOOK_OF = 'sandbox';

/** The simulator's own book (docs/simulator.md), read a part at a time. */
export interface NetworkBook {
  /** All that it has of these payments; at most `MOST_REFERENCES` of them. */
  readonly of: (references: readonly ReferenceNumber[]) => Promise<readonly Movement[]>;
  /** The whole book, page by page, in the order in which it was written. */
  readonly pages: () => AsyncIterable<readonly Movement[]>;
}

/** So that the question fits into an address. */
export const MOST_REFERENCES = 100;

const PAGE = 1000;
const PATIENCE_MS = 10_000;

interface Line {
  readonly seq: number;
  readonly merchant_reference: string;
  readonly payment_id?: string;
  readonly entry: Movement['kind'] | (typeof OF_DISPUTES)[number];
  readonly amount: string;
  readonly currency: string;
}

/** What banks take and give back: the network's word on each is in the ledger, and these lines say no more. */
const OF_DISPUTES = ['chargeback', 'chargeback_reversal'] as const;

const answer = Joi.object<{ readonly entries: readonly Line[] }>({
  entries: Joi.array()
    .required()
    .items(
      Joi.object({
        seq: Joi.number().integer().required(),
        merchant_reference: Joi.string().required(),
        payment_id: Joi.string(),
        entry: Joi.valid(...MOVEMENT_KINDS, ...OF_DISPUTES).required(),
        amount: Joi.string().required(),
        currency: Joi.string().required(),
      }).unknown(),
    ),
});

/** The book behind an address. It throws an error that says what is wrong there when the book cannot be read. */
export function networkBook(url: string): NetworkBook {
  const ask = async (query: URLSearchParams): Promise<readonly Line[]> => {
    const where = `${url}/control/ledger`;
    try {
      const response = await fetch(`${where}?${query}`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (!response.ok) throw new Error(`the answer is ${response.status}`);
      const { entries } = Joi.attempt(await response.json(), answer);
      return entries;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`The book at ${where} cannot be read: ${why}.`, { cause: error });
    }
  };
  return {
    of: async (references) => {
      if (references.length === 0) return [];
      const query = references.map((reference): [string, string] => [
        'merchant_reference',
        reference,
      ]);
      return (await ask(new URLSearchParams(query))).flatMap(movementIn);
    },
    async *pages() {
      for (let after = 0; ;) {
        const lines = await ask(new URLSearchParams({ after: `${after}`, limit: `${PAGE}` }));
        const last = lines.at(-1);
        if (!last) return;
        yield lines.flatMap(movementIn);
        after = last.seq;
      }
    },
  };
}

function movementIn({
  merchant_reference,
  payment_id,
  entry,
  amount,
  currency,
}: Line): readonly Movement[] {
  if (entry === 'chargeback' || entry === 'chargeback_reversal') return [];
  const paymentReference = referenceNumber(merchant_reference);
  if (paymentReference === undefined)
    throw new Error(`The network has the reference "${merchant_reference}", which cannot be ours.`);
  return [
    {
      kind: entry,
      paymentReference,
      amount: moneyIn(amount, currency),
      ...(payment_id !== undefined && { gatewayPayment: payment_id }),
    },
  ];
}

function moneyIn(text: string, currency: string): Money {
  const code = currencyCode(currency);
  const read = code && parseMoney(text, code);
  if (!read || 'fault' in read) throw new Error(`The network has ${text} ${currency}: no amount.`);
  return read;
}

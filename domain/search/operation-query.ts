import type { CurrencyCode } from '../currencies.ts';
import { inLatin } from '../digits.ts';
import { referenceNumber, sessionId, type SessionId } from '../ids.ts';
import type { OperationFilter } from './operation-filter.ts';
import { amountsRead, isReference, spellingsOf, type Meaning } from './query.ts';
import { asWritten } from './terms.ts';

/** One way to read what was typed, as a filter; an id may be that of an operation or of its payment. */
export interface OperationReading {
  readonly understoodAs: Meaning;
  readonly filter: Pick<
    OperationFilter,
    'referenceNumber' | 'gatewayReference' | 'orderNo' | 'amounts'
  > & { readonly session?: SessionId };
}

/**
 * How a text can be read where operations are looked for (contract/search#operations). An amount without a currency is one of
 * each of those that are given.
 */
export function operationReadings(
  text: string,
  currencies: readonly CurrencyCode[],
): readonly OperationReading[] {
  const value = asWritten(inLatin(text));
  const session = sessionId(value.toLowerCase());
  if (session)
    return [{ understoodAs: { field: 'session_id', value: session }, filter: { session } }];
  const reference = isReference(value) ? referenceNumber(value) : undefined;
  const money = amountsRead(value, currencies);
  return [
    ...(reference
      ? [
          {
            understoodAs: { field: 'reference_number', value } as const,
            filter: { referenceNumber: reference },
          },
        ]
      : []),
    ...(money ? [{ understoodAs: money.meaning, filter: { amounts: money.amounts } }] : []),
    ...spellingsOf(text).map((orderNo) => ({
      understoodAs: { field: 'order_no', value: orderNo } as const,
      filter: { orderNo },
    })),
    {
      understoodAs: { field: 'gateway_reference', value },
      filter: { gatewayReference: value },
    },
  ];
}

import type { FieldErrors } from '../../domain/refusal.ts';
import { InvalidFields } from './errors.ts';
import { MOST_LEVELS } from './strict-json.ts';

/** Names under which card numbers and CVVs travel. They are typed at the gateway, never sent here (decisions.md 1). */
const NAMES: ReadonlySet<string> = new Set([
  'cardnumber',
  'ccnumber',
  'pan',
  'primaryaccountnumber',
  'cvv',
  'cvv2',
  'cvc',
  'cvc2',
  'cid',
  'cardcvv',
  'cardcvc',
  'securitycode',
  'cardsecuritycode',
]);

/** Throws field errors for every field, at any depth, that is named like card data. */
export function refuseCardData(body: Readonly<Record<string, unknown>>): void {
  const faults = cardDataFaults(body);
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
}

/** The same errors, for who has more to tell; empty when no field is named so. */
export function cardDataFaults(body: Readonly<Record<string, unknown>>): FieldErrors {
  const message = 'Card data must never be sent here; the customer types it on the payment page.';
  return Object.fromEntries(namesIn(body, 0).map((name) => [name, [message]]));
}

function namesIn(value: unknown, depth: number): readonly string[] {
  // Nothing is deeper: such a body was refused when it was read. A form carries its objects one level down.
  if (typeof value !== 'object' || value === null || depth > MOST_LEVELS + 1) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(NAMES.has(key.toLowerCase().replaceAll(/[^a-z0-9]/g, '')) ? [key] : []),
    ...namesIn(inner, depth + 1),
  ]);
}

import { referenceNumber, type ReferenceNumber } from '../domain/ids.ts';
import { GatewayFault } from './gateway.ts';

/** Our name of an attempt as its network says it. A `GatewayFault` that says `unknown` where it cannot be ours. */
export function ourReference(network: string, said: string | undefined): ReferenceNumber {
  const reference = referenceNumber(said ?? '');
  if (reference) return reference;
  throw new GatewayFault('unknown', `${network} names a reference that cannot be ours.`);
}

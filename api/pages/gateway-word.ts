import { declineReason } from '../../domain/card/decline-reason.ts';
import type { Attempt } from '../../domain/transaction/transaction.ts';
import type { GatewayWord } from '../../render/pages/facts.ts';

/** What a gateway has said of an attempt that failed, as pages tell it. */
export function gatewayWord({ decline, message }: Attempt): GatewayWord {
  const reason = decline && declineReason(decline);
  return {
    ...(decline && { decline: { advice: decline.advice, ...(reason && { reason }) } }),
    ...(message !== undefined && { message }),
  };
}

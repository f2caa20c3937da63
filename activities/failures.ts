import { ApplicationFailure } from '@temporalio/common';
import { GatewayFault } from '../gateways/gateway.ts';

/** Runs a gateway call and says what Temporal may do about a fault: `unknown` is tried again, `refused` is final. */
export async function gatewayCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    throw ApplicationFailure.create({
      message: error.message,
      type: `Gateway${error.kind === 'unknown' ? 'Unknown' : 'Refused'}`,
      nonRetryable: error.kind === 'refused',
      cause: error,
    });
  }
}

/** A name that leads nowhere: no retry will find it. */
export function notThere(what: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`There is no ${what}.`, 'NotFound');
}

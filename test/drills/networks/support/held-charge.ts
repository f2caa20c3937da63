import { once, EventEmitter } from 'node:events';
import type { AdyenSide } from '../../../../drills/networks/adyen/network.ts';

/** Keeps the next charge of the stand-in under way: `reached` when it is, until `goOn`. */
export function heldCharge(network: Pick<AdyenSide, 'beforeNext'>): {
  readonly reached: Promise<unknown>;
  readonly goOn: () => void;
} {
  const charge = new EventEmitter();
  const reached = once(charge, 'reached');
  network.beforeNext = () => {
    const goesOn = once(charge, 'goes on');
    charge.emit('reached');
    return goesOn;
  };
  return { reached, goOn: () => charge.emit('goes on') };
}

import { adyenDrillNetwork } from './adyen-network.ts';
import type { DrillNetwork, Network } from './network.ts';
import { sandboxAt } from './sandbox.ts';
import { stripeDrillNetwork } from './stripe-network.ts';

/** The network of that name, with no account yet; the sandbox is the simulator at this address. */
export function networkNamed(name: DrillNetwork, simulator: string): Network {
  if (name === 'sandbox') return sandboxAt(simulator);
  return name === 'stripe' ? stripeDrillNetwork() : adyenDrillNetwork();
}

import { networkBook } from '../../admin/ledger/network-book.ts';
import {
  GOOD_CARD,
  type BookedOperation,
  type BookedPayment,
  type Network,
  type NetworkLedgerEntry,
  type StruckFault,
} from './network.ts';

/** Below the time that one call of an activity has, so that a slow answer is a lost one. */
export const GATEWAY_TIMEOUT_MS = 1500;

/** The sandbox network's control routes: what payers do on its page, and its own books. */
export function sandboxAt(simulator: string): Network {
  async function call(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${simulator}/control${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async function read<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await call(method, path, body);
    if (!response.ok)
      throw new Error(
        `The network answered ${response.status} to ${path}: ${await response.text()}`,
      );
    return (await response.json()) as T;
  }

  async function act(
    id: string,
    what: 'pay' | 'cancel',
    body: object,
  ): Promise<string | undefined> {
    const response = await call('POST', `/payments/${id}/${what}`, body);
    const text = await response.text();
    if (response.status === 409) return undefined;
    if (!response.ok) throw new Error(`The network answered ${response.status}: ${text}`);
    return String(JSON.parse(text).merchant_reference);
  }

  return {
    name: 'sandbox',
    pageIn: (location) => /\/pay\/(pay_\w+)/.exec(location)?.[1],
    pay: (id, card = GOOD_CARD) => act(id, 'pay', { card_number: card }),
    cancel: (id) => act(id, 'cancel', {}),
    openAccount: async (account, { faults }) => {
      const secrets = { secret_key: `sk-${account}`, callback_secret: `cs-${account}` };
      await read('PUT', `/accounts/${account}`, { ...secrets, name: 'Drill', simulate: faults });
      return {
        gateway: 'sandbox',
        settings: { url: simulator, account, ...secrets, timeout_ms: GATEWAY_TIMEOUT_MS },
      };
    },
    strangeKey: { secret_key: 'sk-strange' },
    orderFaults: (account, faults) => read('PUT', `/accounts/${account}/faults`, { faults }),
    operations: async (payment) =>
      (
        await read<{ operations: readonly BookedOperation[] }>(
          'GET',
          `/operations?payment_id=${payment}`,
        )
      ).operations,
    decide: (operation, outcome) => read('POST', `/operations/${operation}/decide`, { outcome }),
    callBack: (payment, times) => read('POST', `/payments/${payment}/callback`, { times }),
    faults: async (account) =>
      (await read<{ faults: readonly StruckFault[] }>('GET', `/accounts/${account}/faults`)).faults,
    payments: async (account) =>
      (await read<{ payments: readonly BookedPayment[] }>('GET', `/payments?account=${account}`))
        .payments,
    ledger: async (account) =>
      (await read<{ entries: readonly NetworkLedgerEntry[] }>('GET', `/ledger?account=${account}`))
        .entries,
    turnedAway: () => [],
    book: networkBook(simulator),
    // Whoever started the system stops it.
    close: async () => {},
  };
}

/** A payment as the network's books have it. */
export interface BookedPayment {
  readonly id: string;
  readonly merchant_reference: string;
  readonly status: string;
  /** What to do with a card that was declined. */
  readonly advice?: string;
}

/** A capture, void or refund as the network's books have it. */
export interface BookedOperation {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly merchant_reference: string;
}

export interface NetworkLedgerEntry {
  readonly payment_id: string;
  readonly merchant_reference: string;
  readonly entry: string;
  /** What moved it, when it was not the payment itself. */
  readonly operation_id?: string;
  readonly amount: string;
  readonly currency: string;
}

/** What a fault was asked about and how often it struck. */
export interface StruckFault {
  readonly fault: string;
  readonly on: readonly string[];
  readonly seen: number;
  readonly struck: number;
}

export const GOOD_CARD = '4242424242424242';
export const DECLINED_CARD = '4000000000000002';

/** The sandbox network's control routes: what payers do on its page, and its own books. It is never killed. */
export function networkAt(simulator: string) {
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

  /**
   * What a payer does on the card page; gives the reference of the attempt, with which the browser is sent back. A page
   * that was used already cannot be used again, which is no failure, and leads nowhere.
   */
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
    pay: (id: string, card = GOOD_CARD) => act(id, 'pay', { card_number: card }),
    cancel: (id: string) => act(id, 'cancel', {}),
    openAccount: (account: string, secrets: object, faults: readonly object[]) =>
      read('PUT', `/accounts/${account}`, { ...secrets, name: 'Chaos', simulate: faults }),
    /** From now on the network does these things wrong at this account, in place of all before. */
    orderFaults: (account: string, faults: readonly object[]) =>
      read('PUT', `/accounts/${account}/faults`, { faults }),
    operations: async (payment: string): Promise<readonly BookedOperation[]> =>
      (await read<{ operations: BookedOperation[] }>('GET', `/operations?payment_id=${payment}`))
        .operations,
    /** Decides a refund that the network has queued. */
    decide: (operation: string, outcome: 'done' | 'declined') =>
      read('POST', `/operations/${operation}/decide`, { outcome }),
    /** Has the network tell of a payment again, so many times at once. */
    callBack: (payment: string, times: number) =>
      read('POST', `/payments/${payment}/callback`, { times }),
    faults: async (account: string): Promise<readonly StruckFault[]> =>
      (await read<{ faults: StruckFault[] }>('GET', `/accounts/${account}/faults`)).faults,
    payments: async (account: string): Promise<readonly BookedPayment[]> =>
      (await read<{ payments: BookedPayment[] }>('GET', `/payments?account=${account}`)).payments,
    ledger: async (account: string): Promise<readonly NetworkLedgerEntry[]> =>
      (await read<{ entries: NetworkLedgerEntry[] }>('GET', `/ledger?account=${account}`)).entries,
  };
}

export type Network = ReturnType<typeof networkAt>;

import { QUEUE, type BenchEnvironment } from './environment.ts';
import { paymentSteps, straightToSimulator } from './payment.ts';

/** Something to measure: `prepare` is not timed, `work` is. */
export interface BenchSubject {
  readonly name: string;
  readonly prepare: () => Promise<string>;
  readonly work: (prepared: string) => Promise<void>;
}

export type Subjects = ReturnType<typeof subjects>;

export function subjects({ run, client, bareUrl }: BenchEnvironment) {
  const { create, bill, view, pay, settle, refund } = paymentSteps(run);
  const straight = straightToSimulator(run);
  const { workflow } = client;
  let count = 0;
  const nextId = async (kind: string) => `${kind}/${process.pid}/${(count += 1)}`;
  const paid = async () => {
    const session = await create();
    await settle(await pay(session));
    return session;
  };
  const shared = inTurns(paid, REFUNDS_EACH);
  const withMany = inTurns(async () => {
    const session = await paid();
    for (let made = 0; made < MANY_REFUNDS; made += 1) await refund(session);
    return session;
  }, Infinity);
  return {
    parentAndChild: of(
      'bare parent and child, 1 activity',
      (workflowId) => workflow.execute('parent', { workflowId, taskQueue: QUEUE }),
      () => nextId('parent'),
    ),
    refund: of('refund (POST, 200)', refund, shared),
    firstRefund: of('first refund of a payment', refund, paid),
    lateRefund: of(`refund after ${MANY_REFUNDS} others`, refund, withMany),
    bare: of(
      'bare workflow, 2 activities',
      (workflowId) => workflow.execute('bare', { workflowId, taskQueue: QUEUE }),
      () => nextId('bare'),
    ),
    insert: of('bare route: 1 insert', () => post(bareUrl)),
    insertAndStart: of('bare route: 1 insert, 1 start', () => post(`${bareUrl}?start`)),
    create: of('create (POST, 201)', create),
    oneItem: of('invoice of 1 item (POST, 201)', () => bill(1)),
    manyItems: of('invoice of 200 items', () => bill(200)),
    straight: of('gateway page, straight', straight.open, async () => {
      await straight.prepare();
      return '';
    }),
    pay: of('pay (gateway page through us)', pay, create),
    settle: of('settle (card typed, paid, merchant told)', settle, async () => pay(await create())),
    ideal: of(
      'ideal payment (empty bodies)',
      async (workflowId) => {
        const handle = await workflow.start('ideal', { workflowId, taskQueue: QUEUE });
        await handle.signal('viewed');
        await handle.executeUpdate('submit');
        await handle.signal('reported');
        await handle.result();
      },
      () => nextId('ideal'),
    ),
    whole: of('whole payment (create, view, pay, paid, told)', async () => {
      const session = await create();
      await view(session);
      await settle(await pay(session));
    }),
  };
}

/** So many refunds are of one payment before the next is made: not all at one, and not each at its own. */
const REFUNDS_EACH = 5;
const MANY_REFUNDS = 100;

/** Gives the same thing so many times, then makes another one. */
function inTurns(make: () => Promise<string>, times: number): () => Promise<string> {
  let left = 0;
  let thing = '';
  return async () => {
    if (left === 0) {
      thing = await make();
      left = times;
    }
    left -= 1;
    return thing;
  };
}

async function post(url: string): Promise<void> {
  const response = await fetch(url, { method: 'POST' });
  if (response.status !== 201) throw new Error(`${url} answered ${response.status}`);
  await response.text();
}

/** A subject of a name: what is timed, and what is made ready before. */
export function of(
  name: string,
  work: (prepared: string) => Promise<unknown>,
  prepare: () => Promise<string> = async () => '',
): BenchSubject {
  return {
    name,
    prepare,
    work: async (prepared) => {
      await work(prepared);
    },
  };
}

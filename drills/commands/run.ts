import { setTimeout as wait } from 'node:timers/promises';
import { PAYS } from '../chaos/scenario.ts';
import { randomOf, type Random } from '../chaos/random.ts';
import { createSale, playPayer } from '../chaos/payer.ts';
import { dinarsOf } from '../dinars.ts';
import type { DrillPatience } from '../chaos/patience.ts';
import {
  openGatewayAccount,
  openEnvironment,
  SETTINGS_COUNT_MS,
  type DrillEnvironment,
} from '../chaos/environment.ts';
import { pgCode, sessionId, type PgCode, type SessionId } from '../../domain/ids.ts';
import { judgeCommand, type CommandsFault, type CommandCase } from './judge.ts';

export interface CommandsArguments {
  readonly seed: number;
  readonly kills: number;
}

export interface CommandsOutcome extends CommandsArguments {
  readonly wanted: readonly CommandCase[];
  readonly faults: readonly CommandsFault[];
  readonly tookMs: number;
}

export interface CommandsSetting extends CommandsArguments {
  readonly dataDir: string;
  readonly say: (line: string) => void;
}

/** Short, so that a worker that is away for a moment lets commands come too late. Milliseconds. */
const DEADLINE_MS = 3000;
const MOST_BEFORE_KILL_MS = 150;
const ANSWER_WITHIN_MS = 180_000;
const MOVED_WITHIN_MS = 180_000;
/** What is done twice is done late: as long as a lost update was seen to come back, and more. */
const LATE_MS = 60_000;
const ACCOUNTS = {
  sale: { code: 'drill', like: 'sandbox' },
  held: { code: 'drill-hold', like: 'sandbox-hold' },
  vault: { code: 'drill-vault', like: 'sandbox' },
} as const;
const CUSTOMER = 'drill-customer';
const AGREEMENT = {
  id: 'DRILL-1',
  type: 'unscheduled',
  frequency: 'irregular',
} as const;

/** What a merchant's program sends, and how the network's ledger calls what shall come of it. */
interface Command {
  readonly name: string;
  readonly fils: number;
  readonly send: () => Promise<Response>;
  readonly moved: () => Promise<readonly number[]>;
}

/**
 * Sends every command that moves money at once, with and without a key, kills the worker a moment later, and sends again
 * whatever was answered with 503, until the kills asked for are done. The network's own ledger judges.
 */
export async function runCommands({
  dataDir,
  ...setting
}: CommandsSetting): Promise<CommandsOutcome> {
  setting.say('Opening the system …');
  const environment = await openEnvironment(dataDir, setting.seed);
  try {
    const sent = await sendCommands(environment, setting);
    setting.say('Waiting for what comes late …');
    return await sent.judged();
  } finally {
    await environment.close();
  }
}

/** What was sent, of which something may still come late. */
export interface SentCommands {
  /** Waits until nothing comes any more, and judges. Other things may be done in the system meanwhile. */
  readonly judged: () => Promise<CommandsOutcome>;
}

/** The same in a system that has been opened, whose API has its own deadline again afterwards. */
export async function sendCommands(
  environment: DrillEnvironment,
  { say, ...given }: Omit<CommandsSetting, 'dataDir'>,
): Promise<SentCommands> {
  const began = Date.now();
  await environment.system.restart('api', { COMMAND_DEADLINE_MS: String(DEADLINE_MS) });
  const shop = await openShop(environment);
  const random = randomOf(given.seed);
  const sent: { readonly command: Command; readonly answer: Answer }[] = [];
  for (let nth = 1; nth <= given.kills; nth += 1) {
    const commands = await shop.commands();
    // Together, so that the first that fails is what is told: a call that nobody waits for yet would end the process.
    const [answers] = await Promise.all([
      Promise.all(commands.map(async (one) => answerTo(one))),
      killed(environment, random),
    ]);
    for (const [index, answer] of answers.entries()) {
      const command = commands[index];
      if (command) sent.push({ command, answer });
    }
    const repeats = sent.reduce((sum, { answer }) => sum + answer.repeats, 0);
    say(`  kill ${nth} of ${given.kills}: ${sent.length} commands, ${repeats} sent again`);
  }
  await Promise.all(sent.map(({ command }) => hasMoved(command)));
  const movedAt = Date.now();
  await environment.system.restart('api');
  return {
    judged: async () => {
      await wait(Math.max(0, movedAt + LATE_MS - Date.now()));
      const wanted: CommandCase[] = [];
      for (const { command, answer } of sent)
        wanted.push({
          name: command.name,
          fils: command.fils,
          ...answer,
          moved: await command.moved(),
        });
      return { ...given, wanted, faults: wanted.flatMap(judgeCommand), tookMs: Date.now() - began };
    },
  };
}

/** Half of the time the worker is back in time, half of the time after every deadline. */
async function killed({ system }: DrillEnvironment, random: Random): Promise<void> {
  await wait(random.whole(0, MOST_BEFORE_KILL_MS));
  const ended = system.ended('worker');
  system.kill('worker', 'SIGKILL');
  await ended;
  await wait(random.share() < 0.5 ? 0 : DEADLINE_MS + random.whole(0, 2000));
  await system.restart('worker');
}

type Answer = Pick<CommandCase, 'status' | 'text' | 'repeats'>;

/** As a merchant's program does: again when it is told that this is safe, and when another request has the key. */
async function answerTo({ send }: Command): Promise<Answer> {
  const until = Date.now() + ANSWER_WITHIN_MS;
  for (let repeats = 0; ; repeats += 1) {
    const response = await send();
    const { status } = response;
    const text = await response.text();
    const isAgain = status === 503 || (status === 409 && text.includes('tracking_in_progress'));
    if (!isAgain || Date.now() > until) return { status, text, repeats };
    await wait(200);
  }
}

async function hasMoved({ moved }: Command): Promise<void> {
  const until = Date.now() + MOVED_WITHIN_MS;
  while ((await moved()).length === 0 && Date.now() < until) await wait(1000);
}

/** A merchant with payments large enough for all refunds and captures, a customer's card, and a maker and a checker. */
async function openShop(environment: DrillEnvironment) {
  const { run, network } = environment;
  for (const { code, like } of Object.values(ACCOUNTS))
    await openGatewayAccount(environment, code, { like });
  await keepCards(environment, mint(pgCode(ACCOUNTS.vault.code)));
  await wait(SETTINGS_COUNT_MS);
  const refunded = await paid(environment, 'refunds', ACCOUNTS.sale.code, 9_000_000);
  const approved = await paid(environment, 'approvals', ACCOUNTS.sale.code, 9_000_000);
  const captured = await paid(environment, 'captures', ACCOUNTS.held.code, 9_000_000);
  let number = 0;

  const post = (path: string, body: object, more: Readonly<Record<string, string>> = {}) =>
    fetch(`${run.api}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Api-Key ${run.keys.private}`,
        'Content-Type': 'application/json',
        ...more,
      },
      body: JSON.stringify(body),
    });
  const token = await cardOf(environment);
  const basic = (name: string) => {
    const user = run.users[name];
    if (!user) throw new Error(`The seed has made no user "${name}".`);
    const { username, password } = user;
    return {
      Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    };
  };
  const operate = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    post('/b/pbl/v2/operation/', body, headers);

  /** Lines of one kind and sum, which is different for each command. */
  const linesOf = async (account: string, entry: string, fils: number) =>
    (await network.ledger(account))
      .filter((line) => line.entry === entry && filsOf(line.amount) === fils)
      .map(({ amount }) => filsOf(amount));

  function operation(kind: 'refund' | 'capture', session: SessionId, key?: string): Command {
    number += 1;
    const fils = 1000 + number;
    const account = kind === 'refund' ? ACCOUNTS.sale.code : ACCOUNTS.held.code;
    const body = { operation: kind, session_id: session, amount: dinarsOf(fils) };
    return {
      name: `${kind} ${fils}${key ? ' with a key' : ''}`,
      fils,
      send: () => operate(body, { ...(key && { [key]: `key-${fils}` }) }),
      moved: () => linesOf(account, kind, fils),
    };
  }

  function charge(key?: string): Command {
    number += 1;
    const fils = 1000 + number;
    const body = {
      type: 'e_commerce',
      payment_type: 'auto_debit',
      pg_codes: [ACCOUNTS.vault.code],
      amount: dinarsOf(fils),
      currency_code: 'KWD',
      order_no: `charge-${fils}`,
      customer_id: CUSTOMER,
      agreement: { id: AGREEMENT.id },
      payment_instrument: { instrument_type: 'token', payload: { token } },
    };
    return {
      name: `charge ${fils}${key ? ' with a key' : ''}`,
      fils,
      send: () => post('/b/checkout/v1/pymt-txn/', body, { ...(key && { [key]: `key-${fils}` }) }),
      moved: () => linesOf(ACCOUNTS.vault.code, 'capture', fils),
    };
  }

  /** A void takes all that is held, so that each needs a payment of its own. */
  async function voiding(): Promise<Command> {
    number += 1;
    const fils = 1000 + number;
    const session = await paid(environment, `void-${fils}`, ACCOUNTS.held.code, fils);
    return {
      name: `void ${fils}`,
      fils,
      send: () => operate({ operation: 'void', session_id: session }),
      moved: () => linesOf(ACCOUNTS.held.code, 'void', fils),
    };
  }

  /** A checker agrees to what a maker has asked for. */
  async function approving(): Promise<Command> {
    number += 1;
    const fils = 1000 + number;
    const body = { operation: 'refund', session_id: approved, amount: dinarsOf(fils) };
    const asked = await patiently(() => operate(body, basic('maker')), 202);
    const { approval } = JSON.parse(asked) as { readonly approval: { readonly id: string } };
    const path = `/b/pbl/v2/operation-requests/${approval.id}/approve/`;
    return {
      name: `approve ${fils}`,
      fils,
      send: () => post(path, {}, basic('checker')),
      moved: () => linesOf(ACCOUNTS.sale.code, 'refund', fils),
    };
  }

  return {
    commands: async (): Promise<readonly Command[]> => [
      operation('refund', refunded),
      operation('refund', refunded, 'Tracking-Key'),
      operation('refund', refunded, 'Idempotency-Key'),
      operation('capture', captured),
      operation('capture', captured, 'Tracking-Key'),
      charge(),
      charge('Idempotency-Key'),
      await voiding(),
      await approving(),
    ],
  };

  /** The customer pays once by the agreement, and the card is kept. */
  async function cardOf({ store, merchant }: DrillEnvironment): Promise<string> {
    const body = {
      type: 'e_commerce',
      payment_type: 'auto_debit',
      pg_codes: [ACCOUNTS.vault.code],
      amount: '1',
      currency_code: 'KWD',
      customer_id: CUSTOMER,
      agreement: AGREEMENT,
    };
    const made = await patiently(() => post('/b/checkout/v1/pymt-txn/', body), 201);
    const { session_id: session } = JSON.parse(made) as { readonly session_id: string };
    await pay(environment, session, ACCOUNTS.vault.code, 'card');
    const until = Date.now() + ANSWER_WITHIN_MS;
    for (;;) {
      const [card] = await store.cards.list({
        merchantId: merchant,
        customerId: CUSTOMER,
        sandbox: true,
      });
      if (card) return card.token;
      if (Date.now() > until) throw new Error('The card of the customer was not kept.');
      await wait(250);
    }
  }
}

async function patiently(send: () => Promise<Response>, status: number): Promise<string> {
  const { status: last, text } = await answerTo({
    name: '',
    fils: 0,
    send,
    moved: async () => [],
  });
  if (last !== status) throw new Error(`The API answered ${last} to what the drill needs: ${text}`);
  return text;
}

/** An account like the seeded one that also keeps cards and takes automatic debits. */
async function keepCards({ store, merchant }: DrillEnvironment, code: PgCode): Promise<void> {
  const known = await store.gatewayAccounts.open(merchant, code);
  if (!known) throw new Error(`There is no account ${code}.`);
  await store.gatewayAccounts.put(
    { ...known.account, tokenizable: true, autoDebit: true, cvvRequired: false },
    known.settings,
  );
}

/** A payment whose money is there, or held. */
async function paid(
  environment: DrillEnvironment,
  orderNo: string,
  account: string,
  fils: number,
): Promise<SessionId> {
  const session = await createSale(environment, patience(), {
    orderNo,
    fils,
    conduct: PAYS,
    methods: [account, account],
  });
  const id = mint(sessionId(session ?? ''));
  await pay(environment, id, account, orderNo);
  const until = Date.now() + ANSWER_WITHIN_MS;
  for (;;) {
    const found = await environment.store.transactions.find({
      merchantId: environment.merchant,
      sessionId: id,
    });
    if (found?.state === 'paid' || found?.state === 'authorized') return id;
    if (Date.now() > until) throw new Error(`${orderNo} was not paid.`);
    await wait(250);
  }
}

const pay = (
  environment: DrillEnvironment,
  session: string,
  account: string,
  orderNo: string,
): Promise<void> =>
  playPayer(environment, patience(), {
    orderNo,
    conduct: PAYS,
    session,
    methods: [account, account],
  });

function patience(): DrillPatience {
  const end = Date.now() + ANSWER_WITHIN_MS;
  return { isOver: () => Date.now() > end, complaints: [], repeats: 0 };
}

const filsOf = (amount: string): number => Math.round(Number(amount) * 1000);

function mint<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('A constant of the drill is not valid.');
  return value;
}

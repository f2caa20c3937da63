import type { Context, Middleware } from 'koa';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './accounts.ts';
import type { Strikes } from './fault-book.ts';
import type { Call, FaultRule } from './fault-rules.ts';
import { faultRules } from './fault-rules.ts';
import type { Fields } from './fields.ts';
import { about } from './log.ts';
import type { Network } from './network.ts';
import type { Payment } from './payment.ts';
import { Refusal, invalid } from './refusals.ts';

/** A merchant's call: who calls, and what an ordered fault makes of it. */
export interface Served {
  readonly account: Account;
  readonly strikes: Strikes;
  /** Faults that the request orders for later calls about the payment that it makes. */
  readonly ordered: readonly FaultRule[];
}

/**
 * Serves a merchant's call with the faults that strike it. What a lost or slow answer was about is done all the same;
 * after a reset or an error nothing is, unless the fault says `done`.
 */
export function served(
  network: Network,
  call: Call,
  {
    paymentOf,
    serve,
  }: {
    /** The payment that the call is about, when there is one. */
    readonly paymentOf?: (ctx: Context, account: Account) => Payment | undefined;
    readonly serve: (ctx: Context, served: Served) => void | Promise<void>;
  },
): Middleware {
  return async (ctx) => {
    const account = merchantOf(ctx, network);
    const paymentId = paymentOf?.(ctx, account)?.id;
    const [now, later] = divide(network.control ? orderedIn(ctx) : [], call);
    const strikes = network.faults.strike(call, { account: account.account, paymentId }, now);
    note(ctx, strikes);
    const { answer } = strikes;
    if (answer?.fault === 'reset') return hangUp(ctx);
    if (answer?.fault === 'error' && !answer.done) throw outOfOrder(answer);
    await serve(ctx, { account, strikes, ordered: later });
    if (answer?.fault === 'answer-lost') hangUp(ctx);
    if (answer?.fault === 'error') throw outOfOrder(answer);
    if (answer?.fault === 'slow') await sleep(answer.delayMs, undefined, { ref: false });
  };
}

/** The id in the route's address. */
export function idIn(ctx: Context): string {
  return String(ctx['params']['id']);
}

function merchantOf(ctx: Context, { records }: Network): Account {
  const [, secretKey = ''] = /^Bearer (?<key>\S+)$/iu.exec(ctx.get('Authorization')) ?? [];
  const account = records.accounts.ofSecretKey(secretKey);
  if (account === undefined)
    throw new Refusal(
      401,
      'unauthorized',
      'Send the header "Authorization: Bearer <secret key>" with the secret key of an account.',
    );
  about(ctx.state, { account: account.account });
  return account;
}

/** `X-Simulate: slow;delay_ms=3000, no-callback`: the fields of rules, without the quotes of JSON. */
function orderedIn(ctx: Context): readonly FaultRule[] {
  const header = ctx.get('X-Simulate');
  if (header === '') return [];
  return faultRules(header.split(',').map(fieldsIn));
}

function fieldsIn(item: string): Fields {
  const [fault = '', ...settings] = item.split(';').map((part) => part.trim());
  const entries = settings.map((setting) => {
    const [, name = '', value = ''] = /^(\w+)=(.+)$/u.exec(setting) ?? [];
    if (name === '') throw invalid('Write X-Simulate as "fault;name=value, fault;name=value".');
    return [name, /^[0-9.]+$/u.test(value) ? Number(value) : value === 'true' || value];
  });
  return { ...Object.fromEntries(entries), fault };
}

/** Those that strike this call, and those for later calls about the same payment. */
function divide(
  rules: readonly FaultRule[],
  call: Call,
): readonly [readonly FaultRule[], readonly FaultRule[]] {
  return [
    rules.filter(({ on }) => on.includes(call)),
    rules.filter(({ on }) => !on.includes(call)),
  ];
}

function note(ctx: Context, strikes: Strikes): void {
  const faults = Object.values(strikes).map(({ fault }) => fault);
  if (faults.length > 0) about(ctx.state, { fault: faults.join(' ') });
}

/** Ends the connection without a word. */
export function hangUp(ctx: Context): void {
  ctx.respond = false;
  ctx.req.socket.destroy();
}

function outOfOrder({ status }: FaultRule): Refusal {
  return new Refusal(status, 'simulated_error', 'The network is out of order, as a test wished.');
}

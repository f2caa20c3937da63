import assert from 'node:assert/strict';
import { isLoginOver, LOGIN_TIMES } from '../../domain/office-login.ts';
import { PERMISSIONS, usePermission, type Permission } from '../../domain/permission.ts';
import { codeOf } from '../support/builders.ts';

const MINUTE = 60_000;

/** Each permission: after how many idle minutes who has it alone is logged out. */
const IDLE: Readonly<Record<(typeof PERMISSIONS)[number], 15 | 60>> = {
  'payment_request.add': 60,
  'payment_request.change': 60,
  'payment_request.view': 60,
  'e_commerce.add': 60,
  'e_commerce.change': 60,
  'e_commerce.view': 60,
  'invoice.add': 60,
  'payment.refund': 15,
  'payment.capture': 15,
  'payment.void': 15,
  'payment.cancel': 60,
  'payment.expire': 60,
  'payment.delete': 60,
  'payment.inquiry': 60,
  'payment.notify': 60,
  'payment.approve': 15,
  'payment.cash': 15,
  'customer.view': 60,
  'card.delete': 60,
  'alert.handle': 60,
  'ledger.import': 60,
  'gateway.manage': 15,
  'key.manage': 15,
  'settings.change': 15,
  'audit.view': 60,
  'user.manage': 15,
  'wallet.view': 60,
  'webhook.view': 60,
  'webhook.manage': 15,
  'report.can_view_report': 60,
  'report.view_report': 60,
  'report.can_change_report': 60,
};

/** Minutes after which somebody who does nothing is logged out. */
function idleMinutes(
  superuser: boolean,
  permissions: readonly Permission[],
  { idleMs } = LOGIN_TIMES,
): number {
  const login = { seenAt: 0, endsAt: 24 * 60 * MINUTE };
  const user = { superuser, permissions };
  const over = (minutes: number) => isLoginOver(login, user, { now: minutes * MINUTE, idleMs });
  return [...Array.from({ length: 120 }).keys()].find(over) ?? Infinity;
}

describe('how long somebody stays logged in without doing anything', () => {
  it('is as long as each permission says, by itself', () => {
    for (const one of PERMISSIONS) assert.equal(idleMinutes(false, [one]), IDLE[one], one);
  });

  it('is as long as the strongest of several says, and for superusers short', () => {
    assert.equal(idleMinutes(false, ['customer.view', 'payment.cash']), 15);
    assert.equal(idleMinutes(false, [usePermission(codeOf('card'))]), 60);
    assert.equal(idleMinutes(true, []), 15);
  });

  it('is as the operator has set it, and never longer than 15 minutes for who is powerful', () => {
    for (const [minutes, powerful] of [
      [5, 5],
      [15, 15],
      [40, 15],
    ] as const) {
      const times = { ...LOGIN_TIMES, idleMs: minutes * MINUTE };
      assert.equal(idleMinutes(false, ['customer.view'], times), minutes);
      assert.equal(idleMinutes(true, [], times), powerful);
    }
  });
});

import { createHash } from 'node:crypto';
import { cardFrame } from './scripts/card-frame.ts';
import { countdown } from './scripts/countdown.ts';
import { deviceWallets } from './scripts/device-wallets.ts';
import { offline } from './scripts/offline.ts';
import { place } from './scripts/place.ts';
import { pressing } from './scripts/pressing.ts';
import { shared } from './scripts/shared.ts';
import { totals } from './scripts/totals.ts';

/**
 * The one script of our pages, without which they do all that they do with it (docs/decisions/0022-one-small-script.md). It lives in
 * modules, so that compiled code finds it too.
 */
export const script: string = `'use strict';\n${[offline, countdown, totals, place, paying()].map(apart).join('\n')}\n`;

/** Parts stand apart, so that none of them ends or names anything for another. */
function apart(part: string): string {
  return `(() => {${part}})();`;
}

/** What pays has one form, and one window for banks. */
function paying(): string {
  return [shared, pressing, ...[cardFrame, deviceWallets].map(apart)].join('\n');
}

/** Changes with the content, for an address that browsers may keep for ever. */
export const scriptHash: string = createHash('sha256').update(script).digest('hex').slice(0, 16);

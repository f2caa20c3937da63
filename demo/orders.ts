import { randomInt } from 'node:crypto';
import type { Product } from './catalogue.ts';
import type { Payment } from './sarraf.ts';
import type { Language } from './words.ts';

export interface Order {
  readonly orderNo: string;
  readonly product: Product;
  readonly language: Language;
  readonly payment?: Payment;
  /** What verified webhooks have announced of it, each once. Kept here, because the inbox forgets. */
  readonly announced: readonly string[];
}

export type Orders = ReturnType<typeof createOrders>;

/** The shop's orders, in memory, the newest `limit` of them. A real shop keeps them in its database. */
export function createOrders(limit = 500) {
  const orders = new Map<string, Order>();
  return {
    save: (order: Order): void => {
      orders.set(order.orderNo, order);
      for (const oldest of [...orders.keys()].slice(0, -limit)) orders.delete(oldest);
    },
    find: (orderNo: string): Order | undefined => orders.get(orderNo),
  };
}

/** Unique, and hard to guess, because the order's page asks for no password. */
export function newOrderNo(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return `SHOP-${Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')}`;
}

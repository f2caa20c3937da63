import type { AnswerSetting } from './answer-mode.ts';
import type { Env } from './env.ts';
import type { Inbox } from './inbox.ts';
import type { Orders } from './orders.ts';
import type { Api } from './sarraf.ts';

/** What the routes work with. */
export interface Shop {
  readonly env: Env;
  readonly sarraf: Api;
  readonly orders: Orders;
  readonly inbox: Inbox;
  readonly answer: AnswerSetting;
}

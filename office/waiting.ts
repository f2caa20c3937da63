import type Koa from 'koa';
import type { Context } from 'koa';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedIn } from '../api/access/asked-for.ts';
import type { AnswerOf } from '../api/infer.ts';
import type { taskPage } from '../api/tasks/answer.ts';
import type { ApiClient } from './client.ts';

/** To count tasks is to derive them all, so what was counted for a person is shown for so long. */
const FRESH_MS = 30_000;
/** No page waits longer for the number. What comes later is there for the next one. */
const PATIENCE_MS = 250;
/** So many people are remembered. */
const MOST_PEOPLE = 1000;

interface Counted {
  readonly at: number;
  readonly open?: number;
}

const countedBy = new WeakMap<Koa, Map<string, Counted>>();

/** How many tasks are open for somebody, or were half a minute ago; undefined where that is not known (contract/office#inbox). */
export async function openTasks(
  ctx: Context,
  person: LoggedIn,
  api: Pick<ApiClient, 'get'>,
): Promise<number | undefined> {
  const counted = countedIn(ctx);
  const key = keyOf(person);
  const known = counted.get(key);
  if (known && known.at > Date.now() - FRESH_MS) return known.open;
  remember(counted, key, { at: Date.now() });
  const asking = api.get('/b/tasks/v1/tasks/?limit=1').then(({ status, body }) => {
    if (status !== 200) return undefined;
    const open = allOpen((body as AnswerOf<typeof taskPage>).counts);
    remember(counted, key, { at: Date.now(), open });
    return open;
  });
  // Whatever is the matter with it, a page is whole without the number.
  const late = sleep(PATIENCE_MS, undefined, { ref: false });
  return Promise.race([asking.catch(() => undefined), late]);
}

/** What is pressed may end a task: the next page counts anew. */
export function countAnew(ctx: Context, person: LoggedIn): void {
  countedIn(ctx).delete(keyOf(person));
}

export function allOpen(counts: Readonly<Record<string, number | undefined>>): number {
  return Object.values(counts).reduce<number>((sum, one = 0) => sum + one, 0);
}

function countedIn({ app }: Context): Map<string, Counted> {
  const known = countedBy.get(app);
  if (known) return known;
  const made = new Map<string, Counted>();
  countedBy.set(app, made);
  return made;
}

/** With their permissions, which decide what they see. */
function keyOf({ user: { merchantId, id, superuser, permissions } }: LoggedIn): string {
  return JSON.stringify([merchantId, id, superuser, permissions]);
}

function remember(counted: Map<string, Counted>, key: string, value: Counted): void {
  counted.delete(key);
  counted.set(key, value);
  const [oldest] = counted.keys();
  if (counted.size > MOST_PEOPLE && oldest !== undefined) counted.delete(oldest);
}

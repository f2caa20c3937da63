import {
  allHandlersFinished,
  condition,
  defineSignal,
  defineUpdate,
  executeChild,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow';
import type { nothing, post } from './activities.ts';

const { first, second } = proxyActivities<typeof nothing>({ startToCloseTimeout: '5 seconds' });
const { save } = proxyLocalActivities<typeof nothing>({ startToCloseTimeout: '5 seconds' });

/** What Temporal itself costs: a workflow that does nothing but two activities that do nothing. */
export async function bare(): Promise<void> {
  await first();
  await second();
}

/** What an operation costs at least: a run for it, a run for what it is done to, and one activity. */
export async function parent(): Promise<void> {
  await executeChild(child);
}

export async function child(): Promise<void> {
  await first();
}

const { post: posted } = proxyActivities<{ post: typeof post }>({
  startToCloseTimeout: '5 seconds',
});

/** What a webhook costs at least: a run, and one activity that posts the body. */
export async function posting(what: Parameters<typeof post>[0]): Promise<void> {
  await posted(what);
}

/** Starts and ends: the least that a start can cost. */
export async function started(): Promise<void> {
  await condition(() => true);
}

export const viewed = defineSignal('viewed');
export const bareSubmit = defineUpdate('submit');
export const reported = defineSignal('reported');

/**
 * A payment without a payment in it: the same updates, signals, timer and activities as one card payment with view and
 * webhook, all with empty bodies. What we need beyond its time is our own doing.
 */
export async function ideal(): Promise<void> {
  let paid = false;
  setHandler(viewed, async () => {
    await save();
  });
  setHandler(bareSubmit, async () => {
    await save();
    await first();
    await save();
  });
  setHandler(reported, async () => {
    paid = true;
    await save();
    await second();
    await save();
  });
  await condition(() => paid, '1 day');
  await condition(allHandlersFinished);
}

/** The numbers by which the programs run, each with its reason. Those of a rule stand with the rule. */

/**
 * A payer waits for a page; a merchant's call for an answer. Past this a command may not begin any more, and the answer is 503,
 * safe to repeat. Where `COMMAND_DEADLINE_MS` does not say otherwise.
 */
export const COMMAND_DEADLINE_MS = 10_000;

/** How long a stop waits for what is under way: more than one gateway call (5 s) and one webhook call (15 s). */
export const SHUTDOWN_GRACE_MS = 20_000;

/**
 * Runs of `transaction` that a worker keeps in memory. Each holds 45 KiB in its thread and costs the process 0.3 MiB
 * (`npm run bench -- memory`): a worker with all of them has some 450 MiB where it has 300 with none.
 */
export const CACHED_WORKFLOWS = 500;

/** Webhook calls that one worker makes at the same time: slow receivers must not queue up behind each other. */
export const CONCURRENT_WEBHOOKS = 200;

/**
 * Of these, calls to one receiver (host and port). A receiver that hangs takes a tenth of them; one that answers in
 * 50 ms can still be told 400 times a second by each worker.
 */
export const WEBHOOKS_TO_ONE_RECEIVER = 20;

/**
 * Of these, calls for one merchant: three of its receivers that hang, of which it may name any number. Two other merchants can
 * have as many at the same time, and there is room beside them.
 */
export const WEBHOOKS_OF_ONE_MERCHANT = 60;

/** Mails that one worker hands over at the same time, each on a connection of its own: servers refuse who opens many. */
export const CONCURRENT_MAILS = 10;

/** Reports that one worker writes at the same time: they share its processor with payments. */
export const CONCURRENT_REPORTS = 2;

/**
 * Looks at agreements, and steps and charges of their cycles, that all workers together begin in a second, where
 * `DEBITS_PER_SECOND` does not say otherwise: what two cores that run everything have room for beside payers, ten thousand
 * charges in under three hours. `npm run bench -- debits` tries it.
 */
export const DEBITS_PER_SECOND = 1;

/** Of these, under way at the same time in one worker: each may have a payment made, which a network takes seconds for. */
export const CONCURRENT_DEBITS = 8;

/** Their runs that a worker keeps in memory: most wait for days, and are not worth it. */
export const CACHED_DEBITS = 50;

/** How long a start waits for MongoDB and Temporal: servers that start together need up to half of it. */
export const STARTUP_PATIENCE_MS = 60_000;

/** Between two looks for a server that is not there yet; one progress line each. */
export const STARTUP_LOOK_EVERY_MS = 2_000;

/** An attempt that is pending for longer is somebody's worry: most payers have left the gateway's page by then. */
export const UNKNOWN_AFTER_MS = 5 * 60_000;

/** Then it is no longer counted: gateways are asked for a day, and what stays unknown after it is an alert. */
export const UNKNOWN_UNTIL_MS = 26 * 60 * 60_000;

/** How long a request waits for a count that all APIs share, where `RATE_LIMIT_WAIT_MS` does not say otherwise. */
export const RATE_LIMIT_WAIT_MS = 500;

/** How long the API waits for the rest of a request, in milliseconds: 50 MB come in that time at 6 megabits a second. */
export const RECEIVING_LIMITS = {
  headersMs: 15_000,
  requestMs: 70_000,
  // Longer than balancers and clients keep a connection (mostly 60 seconds): who ends it first must not be we, while a request comes.
  idleMs: 75_000,
  everyMs: 5000,
} as const;

/** Two accounts of one network, so that a payer can change the method. */
export const CHAOS_METHODS = ['chaos-one', 'chaos-two'] as const;
/** What payers see as one method, and its accounts in the order in which they are asked. The first one fails by turns. */
export const CHAOS_ROUTE = 'chaos-route';
export const CHAOS_ROUTED = ['chaos-left', 'chaos-right'] as const;
export const CHAOS_ACCOUNTS = [...CHAOS_METHODS, ...CHAOS_ROUTED];

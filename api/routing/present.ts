import { defined } from '../../domain/json.ts';
import type { RouteDecision } from '../../domain/routing/decision.ts';

/** Where a route leads, and why, as merchants see it (contract/routing#dry-run). */
export function presentDecision({ route, rule, skipped, accounts }: RouteDecision) {
  return {
    ...defined({ rule }),
    route,
    skipped_rules: [...skipped],
    accounts: accounts.map(({ pgCode, verdict, why }) => ({ pg_code: pgCode, verdict, why })),
  };
}

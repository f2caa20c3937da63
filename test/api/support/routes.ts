import type { Route } from '../../../api/access/route.ts';
import { ROUTE_NAMES, ROUTES, type RouteName } from '../../../api/access/table.ts';
import { SALE } from '../../support/http.ts';

/** Rows of routes that somebody has to say who they are for. The codec has a door and tests of its own. */
export const GUARDED = ROUTE_NAMES.filter((name) => {
  const { schemes } = ROUTES[name];
  return schemes.length > 0 && !schemes.includes('operator');
});

/** The first of all guarded routes whose rows ask for the same in the same way. */
export const ONE_OF_EACH_SHAPE: readonly RouteName[] = [
  ...new Map(GUARDED.toReversed().map((name) => [shapeOf(ROUTES[name]), name])).values(),
];

function shapeOf({ schemes, anyOf, byType, uses, body, file, creates }: Route): string {
  const asksFor = anyOf && (anyOf.length === 0 ? 'superuser' : 'permission');
  return JSON.stringify([schemes.toSorted(), asksFor, byType, uses, body, file, creates]);
}

/** Some things a person has to answer for, and no key comes in. */
export function takesKeys({ schemes }: Route): boolean {
  return schemes.some((scheme) => scheme !== 'user');
}

/** A body with what doors look at, and with what stands in the place of ids. */
export const BODY = {
  ...SALE,
  customer_id: 'nobody',
  gateway_code: 'sandbox',
  // No key is changed: others sign and check with it.
  overlap_hours: 'never',
};

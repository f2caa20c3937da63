import type { Route } from '../../../api/route.ts';
import { ROUTES } from '../../../api/routes.ts';
import type { Permission } from '../../../domain/permission.ts';
import { SALE } from '../../support/http.ts';

/** Routes that somebody has to say who they are for. The codec has access rules and tests of its own. */
export const GUARDED: readonly Route[] = ROUTES.filter(
  ({ who }: Route) => who.length > 0 && !who.includes('operator'),
);

/** The first of all guarded routes whose declarations ask for the same in the same way. */
export const ONE_OF_EACH_SHAPE: readonly Route[] = [
  ...new Map(GUARDED.toReversed().map((route) => [shapeOf(route), route])).values(),
];

function shapeOf(route: Route): string {
  const { who, permissions, byType, uses, bodyOptional, file, creates } = route;
  const asksFor = Array.isArray(permissions)
    ? permissions.length === 0
      ? 'superuser'
      : 'permission'
    : permissions;
  const body = readsBody(route);
  return JSON.stringify([who.toSorted(), asksFor, byType, uses, body, bodyOptional, file, creates]);
}

/** Whether authorization reads a body. */
export function readsBody({ body, bodyOptional, bodyAs }: Route): boolean {
  return (body !== undefined || bodyOptional === true) && bodyAs !== 'stream';
}

/** The permissions of which a user needs one; undefined where any user comes in. */
export function neededFor({ permissions }: Route): readonly Permission[] | undefined {
  return permissions === 'none' ? undefined : permissions;
}

/** Some things a person has to answer for, and no key comes in. */
export function takesKeys({ who }: Route): boolean {
  return who.some((scheme) => scheme !== 'user');
}

/** A body with what authorization looks at, and with what stands in the place of ids. */
export const BODY = {
  ...SALE,
  customer_id: 'nobody',
  gateway_code: 'sandbox',
  // No key is changed: others sign and check with it.
  overlap_hours: 'never',
};

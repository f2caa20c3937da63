import { isAudited, type Route } from '../../../api/route.ts';
import { ROUTES } from '../../../api/routes.ts';
import type { Permission } from '../../../domain/permission.ts';
import { SALE } from '../../support/http.ts';

/** Routes that somebody has to say who they are for. The codec, the office and what asks once more who somebody is have tests of their own. */
export const GUARDED: readonly Route[] = ROUTES.filter(
  ({ who, stepUp }: Route) =>
    !stepUp && who.length > 0 && !who.includes('operator') && !who.includes('login'),
);

/** The first of all guarded routes whose declarations authorization reads the same from beginning to end. */
export const ONE_OF_EACH_DECLARATION: readonly Route[] = oneOfEach((route) => {
  const { who, permissions, byType, uses, bodyOptional, file, creates } = route;
  const body = readsBody(route);
  return [who, permissions, byType, uses, body, bodyOptional, file, creates, isAudited(route)];
});

/** The first of all guarded routes that let in the same schemes and ask users for the same in the same way. */
export const ONE_OF_EACH_SHAPE: readonly Route[] = oneOfEach(
  ({ who, permissions, byType, uses }) => {
    const asksFor = Array.isArray(permissions)
      ? permissions.length === 0
        ? 'superuser'
        : 'permission'
      : permissions;
    return [who.toSorted(), asksFor, byType, uses];
  },
);

function oneOfEach(keyOf: (route: Route) => unknown): readonly Route[] {
  return [
    ...new Map(GUARDED.toReversed().map((route) => [JSON.stringify(keyOf(route)), route])).values(),
  ];
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

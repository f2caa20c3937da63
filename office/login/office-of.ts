import type { OfficeDeps } from '../../api/deps.ts';
import type { RouteDeps } from '../../api/route.ts';

/** What its pages work with; where there is no office, none of them is served. */
export function officeOf({ office }: RouteDeps): OfficeDeps {
  if (!office) throw new Error('A page of the office is served although there is none.');
  return office;
}

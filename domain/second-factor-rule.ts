import { isPowerful } from './office-login.ts';
import type { User } from './user.ts';

/**
 * Of whom a merchant asks a second factor: of all its people, of those who may move money or administer (`required`), or of nobody
 * (contract/logins#required-second-factor). Nothing said is `optional`.
 */
export const SECOND_FACTOR_RULES = ['required', 'all', 'optional'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

type Person = Pick<User, 'superuser' | 'permissions' | 'service' | 'secondFactor'>;

/** Whether this person may not be without one. Programs have none. */
export function needsSecondFactor(
  rule: SecondFactorRule | undefined,
  person: Omit<Person, 'secondFactor'>,
): boolean {
  if (person.service || rule === undefined || rule === 'optional') return false;
  return rule === 'all' || isPowerful(person);
}

/** Whether they have to set one up before they do anything else. */
export function lacksSecondFactor(rule: SecondFactorRule | undefined, person: Person): boolean {
  return person.secondFactor !== true && needsSecondFactor(rule, person);
}

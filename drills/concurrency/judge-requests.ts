import type { RequestSeen } from './observations.ts';

export type RequestFaultKind =
  | 'self-approved'
  | 'no-checker'
  | 'voted-twice'
  | 'unchecked'
  | 'emergency-unseen'
  | 'moved-otherwise';

/** Something that must not be about a request. */
export interface RequestFault {
  readonly kind: RequestFaultKind;
  readonly about: string;
  readonly detail: string;
}

/** The requests of one payment when all is quiet, and what the network's book has given back: "refund 1.000 KWD". */
export interface RequestCase {
  readonly about: string;
  readonly requests: readonly RequestSeen[];
  readonly refunded: readonly string[];
}

/** Compares who agreed with what the policy wants, and what moved with what was agreed to. An empty list is an acquittal. */
export function judgeRequests({ about, requests, refunded }: RequestCase): readonly RequestFault[] {
  const faults: RequestFault[] = [];
  const add = (kind: RequestFaultKind, detail: string): void => {
    faults.push({ kind, about, detail });
  };
  for (const request of requests) judgeRequest(request, add);
  const agreed = requests
    .filter(({ state }) => state === 'done')
    .map(({ amount }) => `refund ${amount} KWD`);
  if (listed(agreed) !== listed(refunded))
    add('moved-otherwise', `Agreed: ${listed(agreed)}; the network has: ${listed(refunded)}.`);
  return faults;
}

function judgeRequest(
  { request, maker, state, needed, voters, emergency }: RequestSeen,
  add: (kind: RequestFaultKind, detail: string) => void,
): void {
  const names = voters.map(({ who }) => who);
  const isAlone = voters.some(({ alone }) => alone);
  if (names.includes(maker))
    add('self-approved', `${maker} approved their own request ${request}.`);
  for (const { who, mayCheck } of voters)
    if (!mayCheck) add('no-checker', `${who} approved ${request} and is no checker.`);
  if (new Set(names).size < names.length)
    add('voted-twice', `${names.join(', ')} approved ${request}.`);
  if (state === 'done' && voters.length < needed && !isAlone)
    add('unchecked', `${request} is done with ${voters.length} of ${needed} checkers.`);
  if (isAlone && !(emergency?.isAudited && emergency.isTold))
    add('emergency-unseen', `${request}: ${JSON.stringify(emergency)}`);
}

function listed(lines: readonly string[]): string {
  return lines.toSorted((one, other) => one.localeCompare(other)).join(', ');
}

import type { AccountLogin, AccountProfile } from '../../render/office/account.tsx';

/** The texts among the fields of an answer. */
export function textFields(body: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(Object(body)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

export function profileIn(body: unknown): AccountProfile {
  const { username = '', email = '', step_up_by: by } = textFields(body);
  const factor: unknown = Reflect.get(Object(body), 'second_factor');
  const left: unknown = Reflect.get(Object(body), 'recovery_codes_left');
  return {
    username,
    email,
    hasSecondFactor: factor === true,
    stepUpBy: by === 'issuer' || by === 'code' ? by : 'password',
    needsStepUp: Reflect.get(Object(body), 'needs_step_up') === true,
    recoveryCodesLeft: typeof left === 'number' ? left : 0,
  };
}

export function loginsIn(body: unknown): readonly AccountLogin[] {
  const results: unknown = Reflect.get(Object(body), 'results');
  return (Array.isArray(results) ? results : []).map((one: unknown) => {
    const {
      id = '',
      since = '',
      last_seen: lastSeen = '',
      browser = '',
      network = '',
    } = textFields(one);
    const isThis = Reflect.get(Object(one), 'is_this') === true;
    return { id, since, lastSeen, browser, network, isThis };
  });
}

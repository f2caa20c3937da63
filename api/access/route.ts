import type { Permission } from '../../domain/permission.ts';

/** How a caller may say who they are. `operator` is the codec's own door for the people who run the system. */
export type Scheme = 'private-key' | 'public-key' | 'user' | 'operator';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** As the router has it. One that ends in a star stands for all that begin so. */
  readonly path: string;
  /** None: the route is open to everybody. */
  readonly schemes: readonly Scheme[];
  /** A user needs one of these; with an empty list only a superuser comes in. Keys need none. */
  readonly anyOf?: readonly Permission[];
  /** Where the body says the `type`, a user also needs this permission for that type. */
  readonly byType?: 'add';
  /** The field of the body with gateway codes, each of which a user must be allowed to use. */
  readonly uses?: 'pg_codes' | 'gateway_code';
  /** The body is one object of JSON or a form; `admit` has read it when the route is reached. */
  readonly body?: true | 'optional';
  /** Makes something that can be paid, which nobody may while that is paused. */
  readonly creates?: true;
  /**
   * Whether somebody changes something by it, of which the audit log hears: by anything but GET and OPTIONS when it is left
   * out. Looks and browsers that come back decide nothing, whatever they lead to.
   */
  readonly changes?: boolean;
  /** The field in which a multipart body may bring one attachment. */
  readonly file?: 'attachment' | 'file';
}

/** Whether the audit log hears of a request by this row. */
export function changes({ method, changes: said }: Route): boolean {
  return said ?? (method !== 'GET' && method !== 'OPTIONS');
}

import type { Schema } from 'joi';
import type { RouteName } from '../access/table.ts';

/** The routes that programs call. Pages are for people, callbacks for gateways, the codec for the Temporal UI. */
export type DocumentedRoute = Exclude<
  RouteName,
  | `pages.${string}`
  | `callbacks.${string}`
  | `codec.${string}`
  | `openapi.${string}`
  | `preflight.${string}`
>;

/** What a body looks like: of joi, as the code itself uses it, or of JSON Schema where it is no object of ours. */
export type Shape = Schema | { readonly jsonSchema: object };

/** An answer that is not an error. */
export interface AnswerDoc {
  readonly description: string;
  /** Left out: the answer has no body. */
  readonly shape?: Shape;
  /** What kind of body; `application/json` where nothing is said. */
  readonly mediaType?: string;
}

export interface QueryDoc {
  readonly description: string;
  readonly required?: true;
  readonly schema: object;
}

/** What a route promises, in words and shapes. Errors follow from its row in the table of routes. */
export interface Operation {
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly query?: Readonly<Record<string, QueryDoc>>;
  readonly request?: Shape;
  /** What a field of the request means, where its shape does not say it. */
  readonly fields?: Readonly<Record<string, string>>;
  /** An `Idempotency-Key` works here. */
  readonly idempotent?: true;
  /** A `Tracking-Key` names what is done here. */
  readonly tracked?: true;
  /** The body comes as a form only, as OAuth has it. */
  readonly form?: true;
  /** The body comes as a file in a form of several parts only. */
  readonly multipart?: true;
  /** Faults of fields are one sentence each, not a list (contract/api.md 0.4, E6). */
  readonly plainFaults?: true;
  readonly answers: Readonly<Record<number, AnswerDoc>>;
  /** Errors that only this route has, on top of those that follow from its row. */
  readonly errors?: readonly number[];
  readonly deprecated?: true;
}

export type Tag =
  | 'Payments'
  | 'Operations'
  | 'Invoices'
  | 'Bulk'
  | 'Payment methods'
  | 'Wallets'
  | 'Cards'
  | 'Agreements'
  | 'Webhooks'
  | 'Reports'
  | 'Messages'
  | 'Client library'
  | 'Access'
  | 'Legacy'
  | 'System';

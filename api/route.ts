import type { Context, Middleware } from 'koa';
import type { ObjectSchema, Schema } from 'joi';
import type { JsonObject } from '../domain/json.ts';
import type { Permission } from '../domain/permission.ts';
import type { ApiDeps } from './deps.ts';
import type { AnswerOf, ValueOf } from './infer.ts';
import type { Deprecation } from './middleware/deprecated.ts';
import type { SentBody } from './middleware/sent-body.ts';

/**
 * How a caller may say who they are. `operator` is the codec's own, for the people who run the system; `login` is the cookie of a
 * browser, and for the pages of the office alone.
 */
export type Scheme = 'private-key' | 'public-key' | 'user' | 'operator' | 'login';

/** Open to everybody, who may still have to show something: the id of a payment, a gateway's signature, a password. */
export const ANYBODY = [] as const;
/** A merchant's server or its people. */
export const SERVER = ['private-key', 'user'] as const;
/** A merchant's server alone. */
export const PRIVATE_KEY = ['private-key'] as const;
/** A merchant's people alone: what they decide, they answer for by name. */
export const PEOPLE = ['user'] as const;
/** The payer's browser or app, through the client library; the merchant's server may do the same for them. */
export const PAYER = ['public-key', 'private-key'] as const;

/** For what payments are made of, and what shows them. */
export const VIEW_PAYMENTS = ['payment_request.view', 'e_commerce.view'] as const;
export const ADD_PAYMENTS = ['payment_request.add', 'e_commerce.add'] as const;
export const CHANGE_PAYMENTS = ['payment_request.change', 'e_commerce.change'] as const;

type Key = Exclude<Scheme, 'user' | 'login'>;

/** Who may use a route. Where users may, it says which of them; keys need no permission. */
type WhoMay =
  | { readonly who: readonly [] | readonly [Key, ...Key[]]; readonly permissions?: never }
  | {
      readonly who: readonly ['user'] | readonly ['private-key', 'user'];
      /** A user needs one of these; with an empty list only a superuser comes in. */
      readonly permissions: readonly Permission[] | 'none';
    }
  | {
      /** A person in a browser who has logged in, and who needs one of these. */
      readonly who: readonly ['login'];
      readonly permissions: readonly Permission[] | 'none';
    };

/** The names in a path: `session_id` of `/checkout/:session_id/pay`. */
type ParamIn<P extends string> = P extends `${infer First}/${infer Rest}`
  ? ParamIn<First> | ParamIn<Rest>
  : P extends `:${infer Name}` | `*${infer Name}`
    ? Name
    : never;

/** A request for a route whose path has these names. */
export interface RouteContext<Name extends string> extends Context {
  readonly params: Readonly<Record<Name, string>>;
}

/** What the routes are made with; all of them, for who describes them. */
export interface RouteDeps extends ApiDeps {
  readonly routes: readonly Route[];
}

/**
 * `pages`: looks at the pages of one payment, or at what `countedBy` names, by where they come from; `downloads`: files of reports, `search`: pages of lists, by caller;
 * `protection`: changes of what protects an account, by caller and route.
 */
export type RouteLimit = 'pages' | 'downloads' | 'search' | 'protection';

/**
 * `true`: the first answer is kept, unless it is 202; `sealed`: as a secret; `accepted`: a 202, too, where nothing more is ever said under this
 * key; `own`: the route sees to it by itself.
 */
type Idempotency = true | 'sealed' | 'accepted' | 'own';

interface Common<P extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** As the router has it. */
  readonly path: P;
  /** Where the body says the `type`, a user also needs this permission for that type. */
  readonly byType?: 'add';
  /** The field of the body with gateway codes, each of which a user must be allowed to use. */
  readonly uses?: 'pg_codes' | 'gateway_code';
  /** Makes something that can be paid, which nobody may while that is paused. */
  readonly creates?: true;
  /**
   * False: nobody changes anything by it, so the audit log does not hear of it. It hears of all else but GET and OPTIONS.
   * Looks and browsers that come back decide nothing, whatever they lead to. True: it hears of a GET, too, once `intend` is called.
   */
  readonly audit?: boolean;
  /** The field in which a multipart body may bring one attachment. */
  readonly file?: 'attachment' | 'file';
  /** The file of a form is not read before the route is reached: it is the last field, and may be large. */
  readonly fileAs?: 'stream';
  /** How an `Idempotency-Key` works here; not at all when left out. */
  readonly idempotent?: Idempotency;
  /** Its answers say until when it is there. */
  readonly deprecated?: (deps: RouteDeps) => Deprecation;
  /** In place of `access/authorize.ts`; has to do all that it does for `who`, and to record what is audited. */
  readonly authorize?: (deps: RouteDeps, route: Route) => Middleware;
  /**
   * Where a request names its payment, other than in its path: there alone its `session_id` is looked for when it is counted. What
   * stands anywhere else is read by nobody, so that whoever asks could say it anew each time.
   */
  readonly sessionIn?: 'query' | 'body';
  /**
   * By what of its path the limit `pages` counts it, where that names no `session_id` or `reference`; undefined for what cannot name
   * anything, all of which is counted together. What all payers of a merchant ask for is counted by `address` alone, by `linksAndFiles`.
   */
  readonly countedBy?:
    | 'address'
    | ((params: Readonly<Record<string, string | undefined>>) => string | undefined);
  /** Counted by this limit, too, beside what is counted of every known caller. */
  readonly limit?: RouteLimit;
  /** A person shows once more who they are. */
  readonly stepUp?: true;
  /** Who has to set up a second factor before they do anything else does it here, and so comes in by a password alone. */
  readonly setsUpFactor?: true;
  /** For people: what goes wrong is told by a page. */
  readonly page?: true;
  /** A page of the office asks it again and again without anybody: it does not keep a login alive. */
  readonly asksByItself?: true;
  /** Runs before authorization, around all that follows. */
  readonly around?: (deps: RouteDeps) => readonly Middleware[];
  /** Runs after authorization, around what the route does, idempotency included. */
  readonly within?: (deps: RouteDeps) => readonly Middleware[];
  /** Where it is served; everywhere when left out. */
  readonly onlyWhere?: (deps: RouteDeps) => boolean;
}

/** What a body looks like: of joi, as the code itself uses it, or of JSON Schema where it is no object of ours. */
export type Shape = Schema | { readonly jsonSchema: object };
type BodyShape = ObjectSchema | { readonly jsonSchema: object };

/** An answer; errors that follow from the rest of the declaration are not said again. */
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

/** What programs are told of a route, in words and shapes. */
interface Description<B extends BodyShape = BodyShape> {
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly query?: Readonly<Record<string, QueryDoc>>;
  /** The body is one object of JSON or a form, which is read before the route is reached; `handle` gets it to check it. */
  readonly body?: B;
  /** A field that is null or empty is checked like any other. Without this it counts as left out, but an empty text that the schema allows. */
  readonly emptyCounts?: true;
  /** A request without a body is one, too. */
  readonly bodyOptional?: true;
  /** It comes as a form only, or in parts with a file; `stream`: it is too large to be read before the route is reached. */
  readonly bodyAs?: 'form' | 'parts' | 'stream';
  /** What a field of the body means, where its shape does not say it. */
  readonly fields?: Readonly<Record<string, string>>;
  /** A `Tracking-Key` names what is done here. */
  readonly tracked?: true;
  /** Faults of fields are one sentence each, not a list (contract/requests#errors). */
  readonly plainFaults?: true;
  /** Errors that only this route has, on top of those that follow from the rest. */
  readonly errors?: readonly number[];
}

type Answers = Readonly<Record<number, AnswerDoc>>;

/** A route for programs: all that is to be known of it. */
type Declaration<A extends Answers, B extends BodyShape, P extends string> = Common<P> &
  WhoMay &
  Description<B> & {
    readonly answers: A;
    /** What of a body without faults the audit log says as the `change`; nothing in it may be a secret. */
    readonly audits?: (
      body: ValueOf<Exclude<NoInfer<B>, { readonly jsonSchema: object }>>,
    ) => JsonObject | undefined;
    /**
     * What it does, made once for all requests. It gives the body of the answer where there is one answer, else a `reply`; nothing
     * where it has written an answer that is no JSON.
     */
    readonly handle: (
      deps: RouteDeps,
    ) => (
      ctx: RouteContext<ParamIn<P>>,
      body: Received<NoInfer<B>>,
    ) => Given<NoInfer<A>> | Promise<Given<NoInfer<A>>>;
  };

/** What the declared schema lets pass; a route without one gets no body. */
type Received<B extends BodyShape> = [B] extends [never]
  ? undefined
  : B extends ObjectSchema
    ? SentBody<ValueOf<B>>
    : undefined;

type BodyOf<D> = D extends { readonly shape: infer S }
  ? S extends Schema
    ? AnswerOf<S>
    : unknown
  : undefined;

type Given<A extends Answers> =
  IsOne<keyof A> extends true
    ? BodyOf<A[keyof A]> | (undefined extends BodyOf<A[keyof A]> ? void : never)
    :
        | { [S in keyof A]: Reply<S, BodyOf<A[S]>> }[keyof A]
        | Reply<400, Problem>
        | (unknown extends BodyOf<A[keyof A]> ? void : never);

/** A refusal that is an answer: it is kept under the Idempotency-Key, where one that is thrown frees it. */
interface Problem {
  readonly detail: string;
  readonly code: string;
}

type Reply<S, B> = undefined extends B
  ? { readonly status: S; readonly body?: B }
  : { readonly status: S; readonly body: B };

type IsOne<K, All = K> = K extends unknown ? ([All] extends [K] ? true : false) : never;

/** One of several answers. */
export function reply<const S extends number, B>(status: S, body: B) {
  return { status, body };
}

/** A route that programs are not told of: a page, what a gateway or the Temporal UI calls, what describes the others. */
type Undescribed<P extends string> = Common<P> &
  WhoMay & {
    readonly handle: (deps: RouteDeps) => (ctx: RouteContext<ParamIn<P>>) => void | Promise<void>;
  };

/** A declared route; what it is called is its name in the description, in the audit log and in the metrics. */
export interface Route<N extends string = string> extends Common, Partial<Description> {
  readonly name: N;
  readonly who: readonly Scheme[];
  readonly permissions?: readonly Permission[] | 'none';
  readonly answers?: Answers;
  readonly audits?: (body: never) => JsonObject | undefined;
  readonly handle: (deps: RouteDeps) => (ctx: never, body: never) => unknown;
}

export type DescribedRoute = Route & Description & { readonly answers: Answers };

/** Declares a route of the API. */
export function route<
  const N extends string,
  const A extends Answers,
  const P extends string,
  B extends BodyShape = never,
>(name: N, declaration: Declaration<A, B, P>): Route<N> {
  return { name, ...declaration };
}

/** Declares a route that is not in the description of the API. */
export function undescribedRoute<const N extends string, const P extends string>(
  name: N,
  declaration: Undescribed<P>,
): Route<N> {
  return { name, ...declaration };
}

export function isDescribed(one: Route): one is DescribedRoute {
  return one.summary !== undefined;
}

/** Whether the audit log hears of a request. */
export function isAudited({ method, audit }: Pick<Route, 'method' | 'audit'>): boolean {
  return audit ?? (method !== 'GET' && method !== 'OPTIONS');
}

export type Tag =
  | 'Payments'
  | 'Operations'
  | 'Invoices'
  | 'Bulk'
  | 'Payment methods'
  | 'Wallets'
  | 'Customers'
  | 'Cards'
  | 'Agreements'
  | 'Webhooks'
  | 'Reports'
  | 'Messages'
  | 'Tasks'
  | 'Client library'
  | 'Access'
  | 'Legacy'
  | 'System';

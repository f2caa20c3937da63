/** The part of the library that the tests use; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    readonly oidc: {
      readonly client?: { readonly clientId: string };
      readonly session?: {
        readonly accountId?: string;
        grantIdFor(clientId: string): string | undefined;
      };
      readonly provider: {
        readonly Grant: {
          new (of: { readonly clientId: string; readonly accountId: string }): Grant;
          find(id: string): Promise<Grant | undefined>;
        };
      };
    };
  }

  interface Configuration {
    readonly clients: readonly object[];
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly jwks: { readonly keys: readonly object[] };
    readonly cookies: { readonly keys: readonly string[] };
    readonly pkce: { readonly required: () => boolean };
    readonly ttl: Readonly<Record<string, number>>;
    readonly features: { readonly devInteractions: { readonly enabled: boolean } };
    readonly interactions: {
      readonly url: (context: Context, interaction: { readonly uid: string }) => string;
    };
    readonly findAccount: (
      context: Context,
      sub: string,
    ) => { readonly accountId: string; readonly claims: () => object };
    readonly loadExistingGrant: (context: Context) => Promise<Grant>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { readonly login: { readonly accountId: string } },
    ): Promise<void>;
  }
}

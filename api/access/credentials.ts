import type { Context } from 'koa';

/** What somebody sent to say who they are, unverified. */
export type Credentials =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string; readonly serviceId: string }
  /** A scheme that we do not know, or one of ours in another form. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'none' };

/** Reads `Authorization`, or the header `Api-Key` where there is no such header (contract/access#credentials). */
export function credentialsOf(ctx: Context): Credentials {
  const header = ctx.get('Authorization');
  if (header === '') {
    const key = ctx.get('Api-Key');
    return key === '' ? { kind: 'none' } : { kind: 'key', key };
  }
  const [, scheme = '', value = ''] = /^([A-Za-z-]+) +([^ ]+)$/.exec(header) ?? [];
  switch (scheme.toLowerCase()) {
    case 'api-key':
      return { kind: 'key', key: value };
    case 'basic':
      return basic(value);
    case 'bearer':
      return { kind: 'bearer', token: value, serviceId: ctx.get('X-Service-ID') };
    default:
      return { kind: 'unreadable' };
  }
}

/** The name ends at the first colon; a password may have more of them (RFC 7617). */
export function basic(encoded: string): Credentials {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const [, username, password] = /^([^:]+):(.+)$/s.exec(text) ?? [];
  return username === undefined || password === undefined
    ? { kind: 'unreadable' }
    : { kind: 'basic', username, password };
}

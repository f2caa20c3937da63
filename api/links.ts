import type { PgCode, ReferenceNumber, SessionId } from '../domain/ids.ts';

export type Links = ReturnType<typeof links>;

/** Every address that we give away, in one place (contract/events-and-pages.md 8.1). */
export function links(publicUrl: string) {
  const at = (path: string) => new URL(path, publicUrl).href;
  return {
    start: (session: SessionId) => at(`/b/checkout/redirect/start/?session_id=${session}`),
    checkout: (session: SessionId) => at(`/checkout/${session}`),
    pay: (session: SessionId) => at(`/checkout/${session}/pay/`),
    payWith: (session: SessionId, code: PgCode) => at(`/checkout/${session}/pay/${code}/`),
    cancel: (session: SessionId) => at(`/checkout/${session}/cancel/`),
    result: (session: SessionId) => at(`/b/checkout/result/${session}/`),
    gatewayReturn: (reference: ReferenceNumber) => at(`/b/gw/return/${reference}/`),
    icon: (kind: 'card' | 'cash') => at(`/static/methods/${kind}.svg`),
  };
}

/** The same address, read in a language. */
export function inLanguage(url: string, language: 'en' | 'ar'): string {
  const spoken = new URL(url);
  spoken.searchParams.set('lang', language);
  return spoken.href;
}

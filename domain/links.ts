import { attachmentPath } from './attachment.ts';
import type { DeviceWallet } from './device-wallet/device-wallet.ts';
import type { PgCode, SessionId, ShortCode } from './ids.ts';

export type Links = ReturnType<typeof links>;

/** Every address that we give away, in one place (contract/checkout#addresses). */
export function links(publicUrl: string) {
  const at = (path: string) => new URL(path, publicUrl).href;
  return {
    transactions: at('/b/checkout/v1/pymt-txn/'),
    start: (session: SessionId) => at(`/b/checkout/redirect/start/?session_id=${session}`),
    checkout: (session: SessionId) => at(`/checkout/${session}`),
    pay: (session: SessionId) => at(`/checkout/${session}/pay/`),
    payWith: (session: SessionId, code: PgCode) => at(`/checkout/${session}/pay/${code}/`),
    payByDevice: (session: SessionId, wallet: DeviceWallet) =>
      at(`/checkout/${session}/pay-by/${wallet}/`),
    appleSession: (session: SessionId) => at(`/checkout/${session}/pay-by/apple_pay/session/`),
    removeCard: (session: SessionId, token: string) =>
      at(`/checkout/${session}/cards/${encodeURIComponent(token)}/remove/`),
    dropOff: (session: SessionId) => at(`/checkout/${session}/delivery/`),
    dropOffKept: (session: SessionId) => at(`/checkout/${session}/delivery/kept/`),
    cancel: (session: SessionId) => at(`/checkout/${session}/cancel/`),
    cancelQuestion: (session: SessionId) => at(`/checkout/${session}/cancel/ask/`),
    result: (session: SessionId) => at(`/b/checkout/result/${session}/`),
    qrCode: (session: SessionId, form: 'png' | 'svg') => at(`/b/checkout/qr/${session}.${form}`),
    short: (code: ShortCode) => at(`/b/${code}`),
    attachment: (file: string) => at(`/media/${attachmentPath(file)}`),
    payerSubmit: (session: SessionId) => at(`/b/checkout/api/sdk/v1/submit/${session}/`),
    payerToken: at('/b/checkout/api/sdk/v1/submit-token/'),
    payerApplePay: at('/b/checkout/api/sdk/v1/apay/pay/'),
    payerAppleSession: at('/b/checkout/api/sdk/v1/apay/validate-session/'),
    payerGooglePay: at('/b/checkout/api/sdk/v1/gpay/pay/'),
    payerCard: (session: SessionId, token: string) =>
      at(`/b/checkout/api/sdk/v1/card/${encodeURIComponent(token)}/?session_id=${session}`),
    payerCancel: (session: SessionId) => at(`/b/checkout/api/sdk/v1/cancel/${session}/`),
    returnOfApp: (session: SessionId) => at(`/b/gw/mobile-sdk-redirect?session_id=${session}`),
    invoice: (session: SessionId) => at(`/b/invoice/${session}/`),
    invoicePdf: (session: SessionId) => at(`/b/invoice/${session}/pdf/`),
    receiptPdf: (session: SessionId) => at(`/b/receipt/${session}/pdf/`),
    logo: (name: string) => at(`/media/logos/${name}`),
    mailPicture: (token: string) => at(`/b/mail/${encodeURIComponent(token)}.gif`),
    icon: (kind: 'card' | 'cash') => at(`/static/methods/${kind}.svg`),
  };
}

/** The same address, read in a language. */
export function inLanguage(url: string, language: 'en' | 'ar'): string {
  const spoken = new URL(url);
  spoken.searchParams.set('lang', language);
  return spoken.href;
}

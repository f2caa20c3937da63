import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Says whether a webhook comes from Sarraf and was sent within five minutes of now. `body` is the text that was
 * received, before anything parsed it.
 */
export function isStandardWebhook(
  headers: { readonly [name: string]: string | string[] | undefined },
  body: string,
  webhookKey: string,
): boolean {
  const header = (name: string) => String(headers[name]);
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
  const mac = createHmac('sha256', webhookKey).update(`${id}.${timestamp}.${body}`);
  const expected = Buffer.from(`v1,${mac.digest('base64')}`);
  // There may be several, with blanks between: one that fits is enough.
  const signatures = header('webhook-signature')
    .split(' ')
    .map((one) => Buffer.from(one));
  return (
    isFresh &&
    signatures.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  );
}

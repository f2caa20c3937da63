import { webUrl } from '../web-url.ts';

/**
 * Hosts of Apple's that give merchant sessions (Apple's documentation of the domains of Apple Pay on the web): one for all, for each
 * data centre, in China, and for tests.
 */
const HOSTS = /^(?:cn-)?apple-pay-gateway(?:-[a-z0-9]+)*\.apple\.com$/;

/** Whether an address is one at which Apple gives merchant sessions: https, at a host of Apple's, and nothing else in it. */
export function isAppleGateway(address: string): boolean {
  const url = webUrl(address);
  return (
    url?.protocol === 'https:' && url.port === '' && url.username === '' && HOSTS.test(url.hostname)
  );
}

import type { Logger } from '@temporalio/worker';
import type { TellCustomer } from '../activities/cycle-ports.ts';
import type { TellPeople } from '../activities/news.ts';
import type { MessageChannels } from '../activities/message-ways.ts';
import type { TellOfFailure } from '../activities/webhooks.ts';
import { allowList, opensOwnMachine } from '../transports/addresses.ts';
import { fileFetcher } from '../transports/fetch-file.ts';
import { mailer, type MailSettings } from '../transports/mail.ts';
import { texter } from '../transports/plug.ts';
import { dnsResolve } from '../transports/resolve.ts';
import { ssrfGuard } from '../transports/ssrf-guard.ts';
import { webhookPoster, type CallLimits } from '../transports/webhook.ts';
import type { Outside } from './deps.ts';

export interface OutboundOptions {
  /** Networks that webhooks may go to although they are not public. */
  readonly allow: readonly string[];
  readonly mode: 'embedded' | 'production';
  /** How many are under way at the same time. */
  readonly webhooks: CallLimits;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Left out where no mail server is set: then nobody gets mail. */
  readonly mail?: MailSettings | undefined;
  /** The installation's own providers; merchants may have theirs. */
  readonly plugs?: MessageChannels['plugs'];
  /** Makes PDF documents. */
  readonly print: MessageChannels['print'];
  /** Under which payers reach our pages; without it nobody gets messages. */
  readonly publicUrl?: string | undefined;
  readonly officeUrl?: string | undefined;
  readonly operators?: readonly string[];
}

/** The connections out of the worker. Throws when a production worker would open its own machine to merchants' URLs. */
export function outbound({
  allow,
  mode,
  webhooks,
  logger,
  mail,
  plugs = {},
  print,
  publicUrl,
  officeUrl,
  operators = [],
}: OutboundOptions): Outside {
  const own = opensOwnMachine(allow);
  if (mode === 'production' && own.length > 0)
    throw new RangeError(
      `WEBHOOK_ALLOW opens this machine or the metadata of its cloud to any merchant's URL, by ${own.join(', ')}. ` +
        'Name narrower networks, or set SARRAF_MODE=embedded on a machine for development.',
    );
  const connect = ssrfGuard({
    allow: allowList(allow),
    resolve: dnsResolve(),
    timeoutMs: CONNECT_MS,
  });
  return {
    post: webhookPoster({ connect, ...webhooks }),
    tell: tellByLog(logger),
    tellPeople: tellPeopleByLog(logger),
    tellCustomer: tellCustomerByLog(logger),
    channels: {
      mail: mail && { send: mailer(mail), host: new URL(mail.url).hostname },
      sendText: texter({ connect }),
      plugs,
      fetchFile: fileFetcher({ connect }),
      print,
      publicUrl,
      officeUrl,
      operators,
    },
  };
}

/** A merchant's time-out may be longer, but who does not even connect by then will not answer in time. */
const CONNECT_MS = 15_000;

/** One line for operators. The addresses stay out of the log: they are personal. */
export function tellByLog(logger: Pick<Logger, 'warn'>): TellOfFailure {
  return async ({ emails, details: _ofTheMail, ...givenUp }) => {
    logger.warn('webhook given up', { ...givenUp, receivers: emails.length });
  };
}

/**
 * One line for operators, loud where somebody has said yes for all. Names, addresses, amounts and what
 * people typed stay out of the log.
 */
export function tellPeopleByLog(logger: Pick<Logger, 'info' | 'warn'>): TellPeople {
  return async ({ news, merchantId, requestId, sessionId, operation, pgCode, emails }) => {
    const line = { news, merchantId, requestId, sessionId, operation, pgCode };
    const facts = { ...line, receivers: emails.length };
    if (news === 'break-glass') logger.warn('approved alone in an emergency', facts);
    else logger.info('people are told of a request', facts);
  };
}

/** One line for operators. Who the customer is stays out of the log. */
function tellCustomerByLog(logger: Pick<Logger, 'info'>): TellCustomer {
  return async ({ customerId: _personal, ...facts }) => {
    logger.info('the customer is told of a cycle', { ...facts });
  };
}

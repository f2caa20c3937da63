import { activityInfo, sleep } from '@temporalio/activity';
import type { ChargedCard } from '../domain/card/card.ts';
import { fieldSentence } from '../domain/field-sentence.ts';
import type { DeviceWallet } from '../domain/device-wallet/device-wallet.ts';
import type { MerchantId, PgCode, ReferenceNumber, SessionId } from '../domain/ids.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Inquired, Opened } from '../domain/transaction/network.ts';
import {
  attemptOf,
  methodOf,
  type Attempt,
  type Transaction,
} from '../domain/transaction/transaction.ts';
import { attemptRequest } from '../domain/transaction/attempt-request.ts';
import { payerReference } from '../gateways/payer-reference.ts';
import { returnUrl } from '../gateways/return-url.ts';
import {
  GatewayFault,
  type AttemptNames,
  type ChargeRequest,
  type OpenRequest,
} from '../gateways/gateway.ts';
import type { Store } from '../store/index.ts';
import { UnopenableError } from '../store/sealed.ts';
import { countTry } from './card-tries.ts';
import { untakenOf, type UntakenStores } from './untaken.ts';
import { watched } from './account-health.ts';
import {
  gatewayCall,
  isRefusal,
  neverReached,
  noAnswer,
  notThere,
  wrongSettings,
} from './failures.ts';
import { connectors, isRepeatable, type AccountConnector } from './connectors.ts';
import type { Language } from '../domain/language.ts';
import type { PayerDevice } from '../domain/payer-browser.ts';

type Stores = Pick<Store, 'transactions' | 'gatewayAccounts'> & {
  readonly agreements: UntakenStores['agreements'];
  readonly merchants: UntakenStores['merchants'];
  readonly breakers: Pick<Store['breakers'], 'change' | 'forget'>;
  readonly cardTries: Pick<Store['cardTries'], 'take' | 'standing'>;
  readonly clocks: UntakenStores['clocks'];
  readonly devicePayloads: Pick<Store['devicePayloads'], 'find'>;
  readonly payerDevices: Pick<Store['payerDevices'], 'find'>;
};

export interface OpenAttempt {
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly referenceNumber: ReferenceNumber;
  readonly publicUrl: string;
  readonly language: Language;
  /** Of a saved card: what its holder has done at the gateway, or has to do there. It is not kept with the attempt. */
  readonly cvvReference?: string;
  readonly asksCvv?: true;
  /** Of a card that was typed in the gateway's frame. It is not kept with the attempt either. */
  readonly cardReference?: string;
  /** Somebody may have asked for it before, of whom nothing is known. */
  readonly askFirst?: true;
  /** Nobody has asked for it before: a network that is not reached by this has never heard of it. */
  readonly isNew?: true;
  /** Another account waits: where nobody was reached, this one is not tried again. */
  readonly goesOn?: true;
}

export interface InquireAttempt extends Omit<AttemptNames, 'askedAt'> {
  readonly merchantId: MerchantId;
  readonly pgCode: PgCode;
  /** Left out by runs of older workers. */
  readonly askedAt?: number;
  /** What the payer's browser has brought back from the network. */
  readonly brought?: Readonly<Record<string, string>>;
}

/** Our own no to a new attempt at the account; its network has said nothing. */
class OwnRefusal extends GatewayFault {}

export function gatewayActivities({
  transactions,
  gatewayAccounts,
  breakers,
  devicePayloads,
  payerDevices,
  agreements,
  merchants,
  ...counting
}: Stores) {
  const connector = connectors(gatewayAccounts);
  const moving = { agreements, merchants, gatewayAccounts, clocks: counting.clocks };
  return {
    /**
     * Asks the network for its page. The attempt and its idempotency key are saved before this is called, and the key
     * and all the rest are the same on every try. After an unknown answer the network is asked what it knows before it is
     * asked again, or gets the same once more where it can tell only by that (`traits.afterSilence`), and is asked where that
     * tells nothing. A saved card is charged in place of that, what a wallet of a device has handed over too, which comes from
     * where it is kept and never by the command, and a card that was typed in the network's frame with it. Then a refusal counts only when the network has no such
     * payment: it may refuse the second try of what it has done. Without its customer a card is charged only as often as its
     * network allows. What is new and has reached nobody, now and a moment later, is over: no network has heard of it. Nobody goes on elsewhere by a refusal while an earlier try may have come to something: only the answer to
     * that one, or to a question, ends it.
     */
    async openAttempt(command: OpenAttempt): Promise<Opened> {
      const { transaction, attempt } = await attemptFor(command);
      const isRepeated = activityInfo().attempt > 1 || command.askFirst === true;
      let mayHaveCome = isRepeated;
      const health = watched(breakers, attempt, command.merchantId);
      const ask = async (): Promise<Opened> => {
        const { pgCode } = attempt;
        const { gateway, settings, isActive } = await connector(command.merchantId, pgCode).catch(
          (error: unknown) => {
            // Who pays can pay otherwise, while nobody knows whether its key comes back.
            throw error instanceof UnopenableError
              ? wrongSettings(`${pgCode} of ${command.merchantId}`, error)
              : error;
          },
        );
        // It was switched off since the payment was made, or its page was shown, or the engine charges the agreement since.
        const whyNot = isActive
          ? (await untakenOf(moving, transaction, attempt)).get(pgCode)
          : fieldSentence('inactive-method', { code: pgCode });
        if (isRepeated && !(whyNot === undefined && isRepeatable(gateway, attempt.createdAt))) {
          const known = await gateway.inquire(settings, namesOf(attempt));
          if (known.step !== 'unheard-of') return await health.answered(about(attempt, known));
          mayHaveCome = false;
        }
        // What is under way goes on.
        if (whyNot !== undefined) throw new OwnRefusal('refused', whyNot);
        const { charges, deviceWallet } = attempt;
        const isAsked = deviceWallet !== undefined || charges?.by === 'customer';
        const tellsDevice = isAsked && gateway.traits.payerDevice === true;
        const device = tellsDevice ? await payerDevices.find(command) : undefined;
        const request = openRequest(transaction, attempt, { ...command, device });
        const network = { gateway, settings };
        if (deviceWallet) {
          const payload = await devicePayloads.find(command);
          const handedOver = { wallet: deviceWallet, payload, isRepeated };
          return await health.answered(
            about(attempt, await payByDevice(network, request, handedOver)),
          );
        }
        const open = () => gateway.open(settings, request);
        if (!charges) {
          const isGiven = request.cardReference !== undefined;
          const answer = isGiven
            ? await believed(network, { request, isRepeated }, open)
            : await open().catch((fault: unknown) =>
                isRepeated ? pageKept(network, attempt, fault) : Promise.reject(fault),
              );
          return await health.answered(about(attempt, answer));
        }
        // Not before the network was asked: what it has done is no further try.
        const report = await countTry(counting, transaction, attempt);
        if (report) return { step: 'report', report };
        const { charge } = gateway;
        if (!charge)
          throw new GatewayFault('refused', `${gateway.traits.name} takes no saved cards.`);
        const charged = chargeRequest(request, { ...attempt, charges }, command);
        const answer = await believed(network, { request: charged, isRepeated }, () =>
          charge(settings, charged),
        );
        return await health.answered(about(attempt, answer));
      };
      const isNew = command.isNew === true;
      const tries = isNew && !isRepeated && !command.goesOn ? UNSENT_TRIES : 1;
      return gatewayCall(async () => {
        try {
          return await untilReached(ask, tries);
        } catch (error) {
          if (!(error instanceof OwnRefusal)) await health.failed(error);
          throw sure(error, { mayHaveCome, isNew });
        }
      });
    },

    inquireAttempt: attemptInquiry(gatewayAccounts),

    /**
     * Closes the page of an attempt at its network, so that nobody can pay there any more, and says how the attempt ended;
     * `unclosable` where the network closes no pages, or not this one.
     */
    async closeAttempt({
      merchantId,
      pgCode,
      askedAt = 0,
      ...names
    }: Omit<InquireAttempt, 'brought'>): Promise<Inquired | { readonly step: 'unclosable' }> {
      return gatewayCall(async () => {
        try {
          const { gateway, settings } = await connector(merchantId, pgCode);
          if (!gateway.close) return { step: 'unclosable' };
          return about(names, await gateway.close(settings, { ...names, askedAt }));
        } catch (error) {
          // A no to a repetition says nothing of the first try.
          if (isRefusal(error) && activityInfo().attempt === 1) return { step: 'unclosable' };
          throw error;
        }
      });
    },
  };

  async function attemptFor({ merchantId, sessionId, referenceNumber }: OpenAttempt) {
    const transaction = await transactions.find({ merchantId, sessionId });
    const attempt = transaction && attemptOf(transaction, referenceNumber);
    if (!attempt) throw notThere(`attempt ${referenceNumber}`);
    return { transaction, attempt };
  }
}

/**
 * The page of which a repetition does not tell, because the network keeps a fault of its own under the key as it keeps an answer
 * (docs.stripe.com/api/idempotent_requests). Throws that fault where nothing else is known.
 */
async function pageKept(
  { gateway, settings }: AccountConnector,
  attempt: Attempt,
  fault: unknown,
): Promise<Opened> {
  if (!(fault instanceof GatewayFault) || fault.kind !== 'unknown') throw fault;
  const known = await gateway.inquire(settings, namesOf(attempt)).catch(() => undefined);
  if (!known || known.step === 'unheard-of') throw fault;
  return known;
}

/** What the network knows of an attempt; it is given what the payer has brought back from it, where it needs that. */
export function attemptInquiry(gatewayAccounts: Store['gatewayAccounts']) {
  const connector = connectors(gatewayAccounts);
  return async ({
    merchantId,
    pgCode,
    askedAt = 0,
    brought,
    ...others
  }: InquireAttempt): Promise<Inquired> => {
    const { gateway, settings } = await connector(merchantId, pgCode);
    const names = { ...others, askedAt };
    return gatewayCall(async () =>
      about(
        names,
        brought && gateway.browserReturn
          ? await gateway.browserReturn.read(settings, names, brought)
          : await gateway.inquire(settings, names),
      ),
    );
  };
}

/** What a fault of the last try says of all of them: a no, or nobody there, says nothing of a try before it. */
function sure(
  error: unknown,
  { mayHaveCome, isNew }: { readonly mayHaveCome: boolean; readonly isNew: boolean },
): unknown {
  if (mayHaveCome && isRefusal(error)) return noAnswer(error);
  return isUnsent(error) && isNew && !mayHaveCome ? neverReached(error) : error;
}

/** How often what has reached nobody is sent within one try, of whose every sending it is known that nothing has left. */
const UNSENT_TRIES = 3;
const UNSENT_PAUSE_MS = 300;

/** A network that cannot be reached may be reached a moment later. */
async function untilReached<T>(ask: () => Promise<T>, tries: number): Promise<T> {
  for (let sent = 1; ; sent += 1)
    try {
      return await ask();
    } catch (error) {
      if (sent >= tries || !isUnsent(error)) throw error;
      await sleep(UNSENT_PAUSE_MS * sent);
    }
}

function isUnsent(error: unknown): error is GatewayFault {
  return error instanceof GatewayFault && error.kind === 'unsent';
}

/** An answer about another attempt than was asked for is no answer: nobody may take it for this one, or apply it to that one. */
function about<T extends Inquired>(
  { referenceNumber }: Pick<Attempt, 'referenceNumber'>,
  answer: T,
): T {
  if (answer.step === 'report' && answer.report.referenceNumber !== referenceNumber)
    throw new GatewayFault(
      'unknown',
      `The network speaks of ${answer.report.referenceNumber}, and ${referenceNumber} was asked for.`,
    );
  return answer;
}

function namesOf(attempt: Attempt): AttemptNames {
  const { referenceNumber, gatewayReference, gatewayPayment, createdAt } = attempt;
  return {
    referenceNumber,
    ...(gatewayReference !== undefined && { gatewayReference }),
    ...(gatewayPayment !== undefined && { gatewayPayment }),
    askedAt: createdAt,
  };
}

/** What was handed over is charged by its network. Where it is gone, the network can only be asked, and only if it may have got it. */
async function payByDevice(
  { gateway, settings }: AccountConnector,
  { saveCard: _never, cardReference: _typed, ...request }: OpenRequest,
  {
    wallet,
    payload,
    isRepeated,
  }: {
    readonly wallet: DeviceWallet;
    readonly payload: JsonObject | undefined;
    readonly isRepeated: boolean;
  },
): Promise<Opened> {
  const { payByDevice: ask } = gateway;
  if (!ask) throw new GatewayFault('refused', `${gateway.traits.name} takes no such wallet.`);
  if (payload)
    return believed({ gateway, settings }, { request, isRepeated }, () =>
      ask(settings, { ...request, wallet, payload }),
    );
  if (isRepeated && isRepeatable(gateway, request.askedAt)) {
    const known = await gateway.inquire(settings, request);
    if (known.step !== 'unheard-of') return known;
  }
  throw new GatewayFault(
    'refused',
    'What the wallet has handed over is not kept any more, and no network was asked with it: the payer has to pay anew.',
  );
}

/** The answer to what charges a card. Throws `refused` where the network has refused it and has no payment by it. */
async function believed(
  { gateway, settings }: AccountConnector,
  { request, isRepeated }: { readonly request: AttemptNames; readonly isRepeated: boolean },
  call: () => Promise<Opened>,
): Promise<Opened> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof GatewayFault) || error.kind !== 'refused') throw error;
    // Under one key it gives one answer, unless it knows us no more: a no to a repetition says nothing of the first try.
    if (isRepeatable(gateway, request.askedAt)) throw isRepeated ? noAnswer(error) : error;
    const known = await gateway.inquire(settings, request);
    if (known.step === 'unheard-of') throw error;
    return known;
  }
}

function chargeRequest(
  { saveCard: _never, cardReference: _typed, ...request }: OpenRequest,
  { charges: { token, by }, request: asked }: Charging,
  { cvvReference, asksCvv }: OpenAttempt,
): ChargeRequest {
  return {
    ...request,
    token,
    by,
    ...(asked?.schedule && { schedule: asked.schedule }),
    ...(cvvReference !== undefined && { cvvReference }),
    ...(asksCvv && { asksCvv }),
  };
}

/** An attempt that charges a saved card. */
type Charging = Pick<Attempt, 'request'> & { readonly charges: ChargedCard };

function openRequest(
  transaction: Transaction,
  attempt: Attempt,
  { device, ...from }: OpenAttempt & { readonly device: PayerDevice | undefined },
): OpenRequest {
  const { referenceNumber, pgCode, idempotencyKey, total, savesCard, createdAt } = attempt;
  const { merchantId, sessionId, customer, kind } = transaction;
  // An attempt of an older worker does not remember what its network was told.
  const asked = attempt.request ?? attemptRequest(transaction, from);
  const { language, publicUrl, expiresAt, description } = asked;
  const payer = {
    ...asked.payer,
    ...(customer.id !== undefined && {
      reference: payerReference(merchantId, customer.id),
    }),
    ...device,
  };
  const notifyUrl = new URL(`/b/gw/callback/${pgCode}/`, publicUrl);
  notifyUrl.searchParams.set('merchant', merchantId);
  return {
    referenceNumber,
    idempotencyKey,
    total,
    kind: methodOf(transaction, pgCode)?.kind ?? kind,
    language,
    askedAt: createdAt,
    expiresAt,
    ...(description !== undefined && { description }),
    ...(Object.keys(payer).length > 0 && { payer }),
    ...(savesCard && { saveCard: true }),
    ...(from.cardReference !== undefined && { cardReference: from.cardReference }),
    returnUrl: returnUrl(publicUrl, { sessionId, referenceNumber }, language),
    notifyUrl: notifyUrl.href,
  };
}

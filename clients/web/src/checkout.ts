import { browserFacts } from './browser-facts.ts';
import { callsTo, type CallAnswer } from './calls.ts';
import type { CheckoutSettings } from './config.ts';
import { showSheet, type HandedOver } from './device-wallet.ts';
import { dialogsOf, directionOf } from './dialogs.ts';
import { drawerOf } from './draw.ts';
import { isLetThrough, tell, type Hooks } from './outcomes.ts';
import { paymentList, type Choice, type PaymentList } from './payment-list.ts';
import { isRecord } from './record.ts';
import {
  isOpen,
  outcomeIn,
  pageIn,
  readSession,
  type Card,
  type Service,
  type Session,
} from './session.ts';
import { isOver, isRefusal, isUnsure, sureAnswer } from './sure-answer.ts';
import type { BeforePaymentData, CallbackData } from './types.ts';
import { WORDS } from './words.ts';

/** The server is asked this often what came of a payment, and this long. */
const ASK_EVERY_MS = 3000;
const ASK_FOR_MS = 10 * 60_000;

type Found = CallbackData | CallAnswer | 'superseded';

export type Checkout = ReturnType<typeof openCheckout>;

/** One payment in one element of the page, from its first drawing to the callback that tells how it ended. */
export function openCheckout(settings: CheckoutSettings, host: HTMLElement, hooks: Hooks) {
  const { language, sessionId } = settings;
  const words = WORDS[language];
  const calls = callsTo(settings);
  const draw = drawerOf(settings.theme);
  const dialogs = dialogsOf(draw, words, language);
  const notice = draw('div', { is: 'notice error-message', attributes: { role: 'alert' } });
  const status = draw('div', { is: 'status', attributes: { role: 'status' } });
  const content = draw('div');
  const root = draw(
    'section',
    {
      is: 'sdk-main main',
      attributes: { lang: language, dir: directionOf(language), 'aria-label': words.details },
    },
    notice,
    content,
    status,
  );
  let said = '';
  let isCutOff = false;
  let session: Session | undefined;
  let list: PaymentList | undefined;
  let isBusy = false;
  /** Something was asked that may have paid, and the payment has not been read since. */
  let mayBePaid = false;
  /** By what was tried to pay last. */
  let form = 'redirect';
  /** Each reload begins another one; what an older one still waits for is no longer of interest. */
  let turn = 0;

  host.replaceChildren(root);
  // Who comes back by the browser's button sees the page as it was left, in the middle of being led away.
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    // What was closed hears it, too.
    if (persisted && root.isConnected) void load();
  };
  addEventListener('pageshow', comeBack);
  const network = ({ type }: Event): void => {
    isCutOff = type === 'offline';
    // What was said of a call that got no answer is over, too.
    say(said === words.offline ? '' : said);
  };
  addEventListener('offline', network);
  addEventListener('online', network);
  void start();

  return {
    reload: load,
    dialogs,
    close: () => {
      turn += 1;
      list?.stop();
      root.remove();
    },
  };

  async function start(): Promise<void> {
    const given = readSession(settings.preload, settings);
    const isFresh = given && isOpen(given) && Date.parse(given.expiration_time) > Date.now();
    if (settings.preload !== undefined && !given)
      console.error('Checkout: setupPreload is not of this session.');
    if (!isFresh) return load();
    show(given);
    const mine = turn;
    const seen = await calls.viewed();
    if (seen.status >= 400 && mine === turn) fail(seen);
  }

  /** Reads the payment again and draws what it is now. */
  async function load(): Promise<void> {
    const mine = (turn += 1);
    busy(words.loading);
    const answer = await calls.read();
    if (mine !== turn) return;
    busy();
    const read = sessionIn(answer);
    if (!read) return fail(answer);
    show(read);
    if (isOpen(read)) {
      // How the last attempt ended is told once, by whoever made it; here it is only said.
      if (read.response.status !== undefined) say(read.response.message ?? words.problem);
      return;
    }
    end(outcomeIn(read.response) ?? ownError(words.late));
  }

  /** The payment, where that is what was read. */
  function sessionIn({ status: code, body }: CallAnswer): Session | undefined {
    return code === 200 ? readSession(body, settings) : undefined;
  }

  function show(read: Session): void {
    session = read;
    mayBePaid = false;
    list?.stop();
    list = undefined;
    say('');
    if (!isOpen(read)) return content.replaceChildren();
    list = paymentList({
      session: read,
      settings,
      draw,
      words,
      // Ours is light, and that of an app follows the device.
      scheme: getComputedStyle(root).colorScheme,
      pay,
      payByDevice,
      cancel,
      remove,
      costs,
    });
    content.replaceChildren(...list.nodes);
  }

  /** The payment with what a part of its amount costs. */
  async function costs(amount: string): Promise<Session | undefined> {
    return sessionIn(await calls.read(`?amount=${amount}`));
  }

  async function pay(): Promise<void> {
    const choice = list?.choice();
    if (isBusy || !choice || !list || !session || list.agrees() === false) return;
    const mine = turn;
    busy(words.working);
    try {
      await payBy(choice, mine);
    } finally {
      if (mine === turn) busy();
    }
  }

  async function payBy(choice: Choice, mine: number): Promise<void> {
    say('');
    // A total that nobody has seen is not charged.
    if (!list?.seen()) return showChange();
    const { frame } = choice;
    form = choice.by === 'card' ? 'token_pay' : frame ? 'card_onsite' : 'redirect';
    const reference = await frame?.reference();
    // What is wrong with what was typed the network's frame says itself.
    if (frame && reference === undefined) return;
    if (!(await isLetThrough(hooks, factsOf(choice)))) return;
    if (hooks.beforePayment && !(await seeChange())) return;
    if (mine !== turn) return;
    // Another part may have been typed meanwhile.
    if (!list?.seen()) return showChange();
    if (choice.by !== 'card') return submit(choice, reference, mine);
    const { token, submit_url: url, cvv_required: needsCode } = choice.card;
    // Without a frame of the gateway's the code is typed on its own page, where the method leads.
    if (needsCode && !frame) return leadTo(methodOf(choice.card)?.redirect_url);
    const body = {
      session_id: sessionId,
      payment_method: 'token',
      token,
      ...list?.seen(),
      ...(reference !== undefined && { cvv_reference: reference }),
    };
    const answer = await press(url, body, mine);
    if (answer) await charged(answer, mine);
  }

  /** The press of a wallet's button. Nothing may be waited for before its sheet is shown. */
  async function payByDevice(service: Service): Promise<void> {
    if (isBusy || !session || list?.agrees() === false) return;
    const mine = turn;
    form = service.flow;
    busy(words.working);
    say('');
    try {
      const given = await showSheet({
        service,
        options: settings.sheets[service.flow] ?? {},
        letThrough: () => letThrough(service, mine),
        merchantSession: async (validation_url) => {
          const { validation_url: url = '', pg_code: code } = service;
          const asked = { session_id: sessionId, code, validation_url };
          return (await calls.charge(url, asked)).body;
        },
      });
      if (given && mine === turn) await handOver(given, mine);
      else given?.end('unknown');
    } finally {
      if (mine === turn) busy();
    }
  }

  /** What is to be paid with the wallet, once the page has let it through; the sheet is shown by then. */
  async function letThrough(before: Service, mine: number): Promise<Service | undefined> {
    if (!(await isLetThrough(hooks, {}))) return undefined;
    if (!hooks.beforePayment) return before;
    if (!(await seeChange()) || mine !== turn) return undefined;
    return session?.payment_services?.find(({ flow }) => flow === before.flow);
  }

  async function handOver({ service, body, end: tellSheet }: HandedOver, mine: number) {
    const { payment_url: url, pg_code: code, billing } = service;
    const { value: amount, currency_code } = billing.amount;
    const asked = { session_id: sessionId, code, amount, currency_code, ...body };
    const answer = await press(url, asked, mine, (told) => {
      const isApproved = isRecord(told?.body) ? told.body['approved'] : undefined;
      // Of what goes on, or nobody knows, the sheet says nothing.
      tellSheet(isApproved === undefined ? 'unknown' : isApproved ? 'success' : 'fail');
    });
    if (answer) await charged(answer, mine);
  }

  /**
   * Asks for what pays, so that its answer is known in the end; `seen` is told when it is, and before when it is lost. A page that was
   * opened before may be paid, too: then the payer says whether to go on. Undefined where nobody waits for the answer any more.
   */
  async function press(
    url: string,
    body: object,
    mine: number,
    seen?: (answer?: CallAnswer) => unknown,
  ): Promise<CallAnswer | undefined> {
    const pressed = {
      ...body,
      channel: 'web_sdk',
      terms_accepted: list?.agrees(),
      browser: browserFacts(),
    };
    const send = async (more: object): Promise<CallAnswer | undefined> => {
      mayBePaid = true;
      const answer = await sureAnswer({
        send: (key) => calls.charge(url, { ...pressed, ...more }, key),
        read: calls.read,
        sessionIn: (read) => readSession(read, settings),
        lost: () => {
          say(words.waiting);
          seen?.();
        },
        isWanted: () => mine === turn,
      });
      seen?.(answer);
      if (mine !== turn) return undefined;
      mayBePaid = answer.status < 400 || isUnsure(answer.status);
      return answer;
    };
    const answer = await send({});
    if (!answer || !isRefusal(answer, 'page_open')) return answer;
    // What was said while the answer was lost is over.
    say('');
    const goesOn = await dialogs.ask({
      modal: 'info-modal',
      question: words.openQuestion,
      text: words.openText,
      yes: { is: 'pay-button', label: words.openYes },
      no: { is: 'popup-close-button', label: words.openNo },
    });
    return goesOn && mine === turn ? send({ replace_attempt: true }) : undefined;
  }

  async function submit(
    choice: Exclude<Choice, { readonly by: 'card' }>,
    reference: string | undefined,
    mine: number,
  ): Promise<void> {
    const amount = list?.amount();
    if (amount === undefined) return;
    const usesWallet = list?.usesWallet() === true;
    const isOwn = amount !== session?.amount;
    const savesCard = choice.by === 'method' && choice.savesCard;
    // A page with card fields is opened as it is, where the payer has said nothing that it has to know.
    if (choice.by === 'method' && choice.method.flow === 'hosted_card' && reference === undefined)
      if (!isOwn && !savesCard && !usesWallet) return leadTo(choice.method.redirect_url);
    const request = {
      pg_code: choice.by === 'wallet' ? choice.pgCode : choice.method.code,
      ...list?.seen(),
      ...(isOwn && { amount }),
      ...(savesCard && { save_card: true }),
      ...(reference !== undefined && { card_reference: reference }),
      ...(usesWallet && { wallet: true }),
    };
    const answer = await press(calls.submitUrl, request, mine);
    if (!answer) return;
    // A card that was typed is charged like a saved one.
    if (reference !== undefined) return charged(answer, mine);
    const { status, body } = answer;
    if (status !== 200 || !isRecord(body)) return refused(answer);
    const ended = outcomeIn(body);
    if (ended) return afterAttempt(ended);
    return body['status'] === 'success' ? leadTo(body['redirect_url']) : refused(answer);
  }

  /** The page is left; what is drawn stays as it is until then. */
  async function leadTo(url: unknown): Promise<void> {
    const page = pageIn(url);
    if (page === undefined) return end(ownError(words.fault));
    busy(words.redirecting);
    location.assign(page);
    await new Promise(() => undefined);
  }

  async function charged(answer: CallAnswer, mine: number): Promise<void> {
    const { status, body } = answer;
    if ((status !== 200 && status !== 202) || !isRecord(body)) return refused(answer);
    const { reference_number: reference, html, redirect_url: url } = body;
    // What a wallet has handed over is answered with how it ended inside.
    const ended = outcomeIn(body) ?? outcomeIn(body['callback_payload']);
    if (ended) return afterAttempt(ended);
    if (typeof reference !== 'string') return refused(answer);
    if (body['status'] === 'pending') {
      say(words.waiting);
      return outcomeOf(reference, mine, () => mine === turn).then(settle);
    }
    if (body['status'] !== '3DS') return refused(answer);
    if (typeof html !== 'string') return leadTo(url);
    let isShown = true;
    const overlay = dialogs.challenge(html);
    const closing = async (): Promise<undefined> => {
      const pressed = await overlay.answer;
      isShown = false;
      if (pressed === 'go') await leadTo(url);
    };
    const closed = closing();
    const found = outcomeOf(reference, mine, () => isShown && mine === turn);
    // Who has gone to the bank's page is on the way there, whatever else is heard.
    const first = await Promise.race([found.then((ended) => ended ?? closed), closed]);
    overlay.close();
    // Closed by hand: the payment may have gone on meanwhile, so it is read again.
    if (mine === turn) await settle(first);
  }

  /**
   * Asks until the attempt of that reference has ended, or the payment by another one, or until it cannot be read any more.
   * `superseded`: another attempt came after it and has ended, which was told where it was made.
   */
  async function outcomeOf(
    reference: string,
    mine: number,
    isWanted: () => boolean,
  ): Promise<Found | undefined> {
    const until = Date.now() + ASK_FOR_MS;
    while (isWanted() && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      const answer = await calls.read();
      if (mine !== turn) return undefined;
      const read = sessionIn(answer);
      const ended = outcomeIn(read?.response);
      // Another attempt may have paid meanwhile: this one then ends nothing any more.
      if (ended?.reference_number === reference || (read && !isOpen(read))) return ended;
      if (ended) return 'superseded';
      const { status } = answer;
      if (status >= 400 && !isUnsure(status)) return answer;
    }
    return undefined;
  }

  async function settle(found: Found | undefined): Promise<void> {
    if (!found || found === 'superseded') return load();
    return 'body' in found ? fail(found) : afterAttempt(found);
  }

  /** Draws what can be done now, then tells. */
  async function afterAttempt(ended: CallbackData): Promise<void> {
    const read = ended.status === 'success' ? undefined : sessionIn(await calls.read());
    // Another attempt may have paid it meanwhile.
    if (!read || !isOpen(read)) return end(outcomeIn(read?.response) ?? ended);
    show(read);
    say(ended.message);
    inform(ended);
  }

  async function cancel(): Promise<void> {
    if (isBusy || !session) return;
    const isSure = await dialogs.ask({
      modal: 'info-modal',
      question: words.cancelQuestion,
      text: words.cancelText,
      yes: { is: 'delete-card-button', label: words.cancelYes },
      no: { is: 'keep-card-button', label: words.cancelNo },
    });
    if (!isSure || isBusy) return;
    busy(words.working);
    const answer = await calls.cancel(session.cancel_url);
    busy();
    const ended = answer.status === 200 ? outcomeIn(answer.body) : undefined;
    if (ended) return end(ended);
    if (!isUnsure(answer.status)) return refused(answer);
    // It may have been canceled all the same.
    complain(answer);
    await load();
    if (session && isOpen(session)) say(messageFor(answer.status));
  }

  async function remove(card: Card): Promise<void> {
    if (isBusy) return;
    const isSure = await dialogs.ask({
      modal: 'card-removal-modal',
      question: words.removeQuestion,
      text: `${card.brand ?? ''} ${card.number}`,
      yes: { is: 'delete-card-button', label: words.removeYes },
      no: { is: 'keep-card-button', label: words.removeNo },
    });
    if (!isSure || isBusy) return;
    busy(words.working);
    const answer = await calls.remove(card.delete_url);
    await load();
    if (isRefusal(answer, 'card_locked')) say(words.cardLocked);
    else if (answer.status !== 204) say(messageFor(answer.status));
    list?.focusChoice();
  }

  /** The merchant may have changed the payment while the page was asked; false when it can no longer be paid. */
  async function seeChange(): Promise<boolean> {
    const read = sessionIn(await calls.read());
    if (!read || !isOpen(read)) {
      await load();
      return false;
    }
    session = read;
    await list?.update(read);
    return true;
  }

  /** Nothing was charged: what is to be paid by now is shown, and waits for the next press. What was chosen and typed stays. */
  async function showChange(why = words.changed): Promise<void> {
    if (await seeChange()) say(list?.seen() ? why : words.fault);
  }

  /** A no to the request itself, or no answer in all the time it was looked for: nothing was tried, or nobody knows. */
  async function refused(answer: CallAnswer): Promise<void> {
    complain(answer);
    const { status, body } = answer;
    if (isRecord(body)) {
      if ('total' in body) return showChange();
      // What stands on the button of a device is another amount by now, which is drawn anew below.
      if ('amount' in body && !/_pay/.test(form)) return showChange(words.unpayable);
    }
    if (status === 400) {
      // The amount, the wallet or a card is another one by now; or it was paid elsewhere, or is over, which is told then.
      const mine = turn + 1;
      await load();
      if (mine === turn && list) say(words.changed);
      return;
    }
    if (status === 423 || status === 429) return say(words.locked);
    const error = ownError(mayBePaid ? words.unknown : messageFor(status));
    say(error.message);
    inform(error, mayBePaid);
  }

  /** The payment cannot be read. */
  function fail(answer: CallAnswer): void {
    complain(answer);
    const { status } = answer;
    const isLost = mayBePaid && !isOver(status);
    end(ownError(isLost ? words.unknown : messageFor(status)), isLost || isUnsure(status));
  }

  /** Nothing can be paid here any more. */
  function end(data: CallbackData, isUnknown = false): void {
    turn += 1;
    busy();
    list?.stop();
    list = undefined;
    say('');
    content.replaceChildren(
      draw('p', {
        is: data.status === 'success' ? 'success-popup-message' : 'payment-error-message',
        text: data.message,
        attributes: { role: 'status', dir: 'auto' },
      }),
    );
    inform(data, isUnknown);
  }

  function inform(data: CallbackData, isUnknown = false): void {
    tell(data, { hooks, dialogs, retry: load, isUnknown });
  }

  function methodOf(card: Card) {
    return session?.payment_methods.find(({ code }) => code === card.pg_code);
  }

  /** What the checkout has to say of itself, where the server has said nothing. */
  function ownError(message: string): CallbackData {
    return { status: 'error', message, form_of_payment: form, session_id: sessionId };
  }

  function messageFor(code: number): string {
    const messages: Readonly<Record<number, string>> = {
      0: words.offline,
      400: words.late,
      401: words.refused,
      403: words.refused,
      404: words.notFound,
      423: words.locked,
      429: words.locked,
    };
    return messages[code] ?? words.fault;
  }

  /** Above the choice, and read out at once; with it, that the browser has no network, where one is needed. */
  function say(message: string): void {
    said = message;
    const lines = new Set([isCutOff && list ? words.offline : '', message]);
    notice.replaceChildren(
      ...[...lines].filter(Boolean).map((text) => draw('p', { text, attributes: { dir: 'auto' } })),
    );
  }

  function busy(doing?: string): void {
    isBusy = doing !== undefined;
    root.setAttribute('aria-busy', String(isBusy));
    status.textContent = doing ?? '';
    list?.disable(isBusy);
  }
}

/** What the page's own functions are told before a payment. */
function factsOf(choice: Choice): BeforePaymentData {
  if (choice.by === 'wallet') return {};
  if (choice.by === 'method') {
    const url = pageIn(choice.method.redirect_url);
    return url === undefined ? {} : { redirect_url: url };
  }
  const { number, expiry_month, expiry_year, brand } = choice.card;
  const name = brand ?? '';
  const scheme = name.charAt(0) + name.slice(1).toLowerCase();
  return { card: { number, expiry_month, expiry_year, brand: name, scheme } };
}

/** For whoever develops the page. */
function complain({ status: code, body }: CallAnswer): void {
  console.error(`Checkout: the server answered ${code}.`, body);
}

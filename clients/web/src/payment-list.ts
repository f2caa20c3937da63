import { partOf, writtenLike } from './amount.ts';
import type { CheckoutSettings } from './config.ts';
import type { Draw } from './draw.ts';
import { canPay } from './device-wallet.ts';
import { networkFrame, type NetworkFrame } from './network-frame.ts';
import { isRecord } from './record.ts';
import {
  pageIn,
  type Billing,
  type Card,
  type Figure,
  type Method,
  type Service,
  type Session,
} from './session.ts';
import type { Words } from './words.ts';

/** What the payer has chosen to pay with. */
export type Choice =
  | { readonly by: 'card'; readonly card: Card; readonly frame?: NetworkFrame | undefined }
  | {
      readonly by: 'method';
      readonly method: Method;
      readonly savesCard: boolean;
      readonly frame?: NetworkFrame | undefined;
    }
  | { readonly by: 'wallet'; readonly pgCode: string; readonly frame?: undefined };

export interface PaymentList {
  readonly nodes: readonly Node[];
  readonly choice: () => Choice | undefined;
  readonly usesWallet: () => boolean;
  /** Whether the payer has agreed to the terms, which is asked for where they have not; undefined where there are none. */
  readonly agrees: () => boolean | undefined;
  /** What is paid of the amount, where the payer may choose; undefined where that is typed wrongly, which is then said. */
  readonly amount: () => string | undefined;
  /** What the payer sees of what is chosen: the total, and what the wallet pays of it, each where it is told; undefined while that of a typed part is not. */
  readonly seen: () => Seen | undefined;
  readonly focusChoice: () => void;
  /** Shows other amounts without touching what was chosen, and asks at once for what a part of them costs. */
  readonly update: (session: Session) => Promise<unknown>;
  readonly disable: (isDisabled: boolean) => void;
  readonly stop: () => void;
}

interface Given {
  readonly session: Session;
  readonly settings: CheckoutSettings;
  readonly draw: Draw;
  readonly words: Words;
  /** The `color-scheme` of the checkout. */
  readonly scheme: string;
  readonly pay: () => unknown;
  /** With a wallet of the device, whose button was pressed. */
  readonly payByDevice: (service: Service) => unknown;
  readonly cancel: () => unknown;
  readonly remove: (card: Card) => unknown;
  /** The payment with what a part of its amount costs, which only the server knows. */
  readonly costs: (amount: string) => Promise<Session | undefined>;
}

/** Who types is asked for once they rest. */
const REST_MS = 700;

/** As it goes with a press: each amount with its currency, where it is told. */
type Seen = Readonly<
  Partial<
    Record<'total' | 'currency_code' | 'wallet_amount' | 'wallet_currency_code', string | undefined>
  >
>;

interface Option {
  readonly input: HTMLInputElement;
  readonly row: HTMLElement;
  readonly below: HTMLElement;
  /** Where its fee is told. */
  readonly fee: HTMLElement;
  readonly of: { readonly card: Card } | { readonly method: Method };
}

/** All that the payer chooses from, and the two buttons. */
export function paymentList(given: Given): PaymentList {
  const { settings, draw, words, scheme, pay, payByDevice, cancel, remove, costs } = given;
  const { forms } = settings;
  let { session } = given;
  let frame: NetworkFrame | undefined;
  let isBusy = false;
  /** What the part that was typed last costs. */
  let part: { readonly amount: string; readonly session: Session } | undefined;
  let seen: Seen | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  /** Frames that have not come. */
  const gone = new Set<string>();

  const amounts = draw('div', { is: 'amount-box' });
  const payButton = draw('button', {
    is: 'pay-button',
    attributes: { type: 'button' },
    on: { click: pay },
  });
  const save = checkbox(
    'selected-checkbox',
    draw('span', { is: 'save-account-label', text: words.saveCard }),
  );
  const cards = forms.has('tokenPay') ? session.cards.map(cardOption) : [];
  const takesCards = forms.has('cardOnsite') || forms.has('jazz');
  const methods = session.payment_methods.filter(
    ({ flow, card_url }) =>
      (flow === 'redirect' && forms.has('redirect')) ||
      (flow === 'hosted_card' && (forms.has('hostedCard') || forms.has('redirect'))) ||
      (card_url !== undefined && takesCards),
  );
  const options = [...cards, ...methods.map(methodOption)];
  const [purse] = forms.has('wallet') ? session.wallets : [];
  const wallet =
    purse &&
    checkbox(
      'wallet',
      draw('bdi', { text: words.wallet }),
      draw('span', {}, money(purse.balance_display)),
    );
  const typed = session.is_amount_editable ? amountField() : undefined;
  const consent = consentBox();
  /** Each draws the fee on the button of a wallet. */
  const drawFees: (() => void)[] = [];
  const services = serviceButtons();

  refresh();

  return {
    nodes: [
      draw('h2', { is: 'payment-details-heading title-text', text: words.details }),
      amounts,
      services,
      ...(typed ? [typed.label] : []),
      ...(wallet ? [wallet.label] : []),
      groupOfOptions(),
      save.label,
      consent.node,
      payButton,
      draw('button', {
        is: 'reject-button',
        text: words.cancel,
        attributes: { type: 'button' },
        on: { click: cancel },
      }),
    ],
    choice,
    usesWallet,
    agrees: () => consent.input?.reportValidity(),
    amount: () => {
      const paid = amount();
      if (paid === undefined) typed?.input.focus();
      return paid;
    },
    seen: () => seen,
    focusChoice: () => (chosen()?.input ?? payButton).focus(),
    update: (changed) => {
      session = changed;
      part = undefined;
      refresh();
      return askCosts();
    },
    disable: (isDisabled) => {
      isBusy = isDisabled;
      payButton.disabled = isBusy || !choice();
      for (const button of services.children) button.toggleAttribute('disabled', isBusy);
    },
    stop: () => {
      clearTimeout(resting);
      frame?.stop();
    },
  };

  function choice(): Choice | undefined {
    if (purse && walletPaysAll()) return { by: 'wallet', pgCode: purse.pg_code };
    const of = chosen()?.of;
    if (!of) return undefined;
    return 'card' in of
      ? { by: 'card', card: of.card, frame }
      : {
          by: 'method',
          method: of.method,
          savesCard: save.input.checked && !save.label.hidden,
          frame,
        };
  }

  function chosen(): Option | undefined {
    return options.find(({ input }) => input.checked && !input.disabled);
  }

  /** The card with which the payer paid last, else what stands first; that is chosen until the payer chooses. */
  function usual(): Option | undefined {
    const open = options.filter(({ input }) => !input.disabled);
    return open.find(({ of }) => 'card' in of && of.card.is_preferred) ?? open[0];
  }

  function amount(): string | undefined {
    return typed ? partOf(typed.input.value, session.amount) : session.amount;
  }

  /** The payer has typed another amount than all of it. */
  function isPart(): boolean {
    return amount() !== session.amount;
  }

  function usesWallet(): boolean {
    return wallet?.input.checked === true;
  }

  function walletPaysAll(): boolean {
    return usesWallet() && purse?.applicable_amount === session.amount;
  }

  /** Brings all that follows from a choice up to date. */
  function refresh(): void {
    for (const { input, of } of options)
      // A saved card pays all or nothing: no part, and nothing beside a wallet.
      input.disabled =
        'card' in of
          ? usesWallet() || isPart() || of.card.is_expired || !methodOf(of.card)
          : walletPaysAll();
    const now = chosen() ?? usual();
    if (now) now.input.checked = true;
    // A device pays all of it.
    services.hidden = usesWallet() || isPart();
    for (const drawFee of drawFees) drawFee();
    for (const one of options) {
      const { row } = one;
      const isChosen = one === now;
      draw.dress(row, isChosen ? 'methods border selected-method' : 'methods border');
      row.classList.toggle('sarraf__selected-method', isChosen);
      if (!isChosen) showFrame(one, false);
    }
    // The one before has gone by then, wherever it stood.
    if (now) showFrame(now, !now.input.disabled);
    payButton.disabled = isBusy || !choice();
    const of = now && ('method' in now.of ? now.of.method : methodOf(now.of.card));
    const method = toldOf(of?.code);
    for (const { fee, of: row } of options)
      if ('method' in row) fee.replaceChildren(...feeOf(row.method.code));
    save.label.hidden = !(now && 'method' in now.of && now.of.method.can_save_card);
    showAmounts(method?.billing ?? shown().billing, method?.fee_description ?? '');
  }

  /** What a fee, a rate or a wallet makes of a part of the amount only the server knows. */
  function isKnown(): boolean {
    return !isPart() || shown() !== session;
  }

  /** The payment with the figures of what is paid of it, where they are known. */
  function shown(): Session {
    return part !== undefined && part.amount === amount() ? part.session : session;
  }

  function toldOf(code: string | undefined): Method | undefined {
    return shown().payment_methods.find((one) => one.code === code);
  }

  function typedAnew(): void {
    clearTimeout(resting);
    resting = setTimeout(askCosts, REST_MS);
    refresh();
  }

  async function askCosts(): Promise<void> {
    const wanted = amount();
    if (wanted === undefined || isKnown()) return;
    const told = await costs(wanted);
    if (!told || wanted !== amount()) return;
    part = { amount: wanted, session: told };
    refresh();
  }

  function showAmounts({ amount: total, sub_total, fee }: Billing, feeText: string): void {
    const paid = amount();
    typed?.complain(paid === undefined);
    const isSaving = session.payment_type === 'save_card';
    const hasFee = /[1-9]/.test(fee.value);
    const isTold =
      isKnown() || (!hasFee && !usesWallet() && sub_total.currency_code === session.currency_code);
    // Where the wallet pays all, that is guarded by what it pays.
    const figure = isSaving || walletPaysAll() ? undefined : isKnown() ? total.value : paid;
    const [byWallet] = usesWallet() && isTold ? shown().wallets : [];
    seen =
      isTold || paid === undefined
        ? {
            total: figure,
            currency_code: figure && total.currency_code,
            wallet_amount: byWallet?.applicable_amount,
            wallet_currency_code: byWallet?.currency_code,
          }
        : undefined;
    const asked = !isKnown() && paid !== undefined ? writtenLike(session.amount_display, paid) : '';
    const row = (name: string, label: string, value: string) =>
      draw(
        'div',
        {},
        draw('dt', { is: `${name}-label secondary-text`, text: label }),
        draw('dd', { is: name }, money(value, name === 'fees' ? name : 'amount')),
      );
    amounts.hidden = isSaving;
    amounts.replaceChildren(
      draw(
        'dl',
        {},
        ...(hasFee || !isTold ? [row('amount', sub_total.label, asked || sub_total.display)] : []),
        ...(hasFee ? [row('fees', feeText || fee.label, isTold ? fee.display : '')] : []),
        ...(isTold ? [row('amount total', total.label, asked || total.display)] : []),
        ...(byWallet ? [row('amount', words.walletPays, byWallet.applicable_display)] : []),
      ),
    );
    payButton.replaceChildren(
      draw('span', { text: isSaving ? words.saveCardNow : words.pay }),
      ...(seen?.total !== undefined && !usesWallet() ? [' ', money(asked || total.display)] : []),
    );
  }

  /** Where a card, or its code, is typed in the network's frame, that is there while its row is chosen. */
  function showFrame({ below, of }: Option, isChosen: boolean): void {
    const isShown = below.childElementCount > 0;
    const ofMethod = 'method' in of && takesCards ? of.method.card_url : undefined;
    const url = 'card' in of ? of.card.cvv_url : ofMethod;
    const needs = isChosen && url !== undefined && !gone.has(url);
    if (needs === isShown) return;
    frame?.stop();
    frame = undefined;
    below.replaceChildren();
    if (!needs) return;
    const is = `network-frame ${'card' in of ? 'cvv' : 'card'}-frame`;
    frame = networkFrame(draw('iframe', { is }), {
      url,
      scheme,
      language: settings.language,
      title: 'card' in of ? `${words.securityCode} ${of.card.number}` : words.details,
      enter: pay,
      // What it would take is taken by the network's page.
      missing: () => {
        gone.add(url);
        refresh();
      },
    });
    below.append(frame.frame);
  }

  function serviceButtons(): HTMLElement {
    const form: Readonly<Record<string, string>> = {
      apple_pay: 'applePay',
      google_pay: 'googlePay',
    };
    const offered = (session.payment_services ?? []).flatMap((service) => {
      const is = form[service.flow];
      if (is === undefined || !forms.has(is)) return [];
      /** With what it costs by now; one that the payment has no more the server refuses. */
      const current = () =>
        session.payment_services?.find(({ flow }) => flow === service.flow) ?? service;
      const fee = draw('span');
      drawFees.push(() => fee.replaceChildren(...charged(current().billing.fee, '')));
      const button = draw(
        'button',
        {
          is: `service ${is}`,
          attributes: { type: 'button', hidden: true },
          on: { click: () => payByDevice(current()) },
        },
        draw('bdi', { text: nameOfButton(is, service.name) }),
        fee,
      );
      void showWhere(canPay(service, settings.sheets[service.flow] ?? {}), button);
      return [button];
    });
    return draw('div', { is: 'wallet-buttons' }, ...offered);
  }

  /** The name of a wallet, in the words that the page's theme wants before it. */
  function nameOfButton(is: string, name: string): string {
    const style = settings.theme[is];
    const type = isRecord(style) ? String(style['buttonType']).replace('-', '') : '';
    const verb = words.buttonTypes[type];
    return verb === undefined ? name : `${verb} ${words.by} ${name}`;
  }

  function methodOf(card: Card): Method | undefined {
    return session.payment_methods.find((method) => method.code === card.pg_code);
  }

  function cardOption(card: Card): Option {
    const { brand, number, is_expired, agreements } = card;
    const name = [brand ?? '', number].join(' ').trim();
    const note = is_expired
      ? words.expired
      : `${words.expires} \u2068${card.expiry_month}/${card.expiry_year}\u2069`;
    const texts = [
      draw('bdi', { is: 'card-number primary-text', text: name, attributes: { dir: 'ltr' } }),
      draw('span', { is: 'card-expiry secondary-text' }, note),
    ];
    // A card of an agreement stays.
    if (agreements.length > 0) return option({ card }, { texts });
    const button = draw('button', {
      is: 'delete-card-logo',
      text: '×',
      attributes: { type: 'button', 'aria-label': `${words.remove} ${name}` },
      on: { click: () => remove(card) },
    });
    return option({ card }, { texts, button });
  }

  function methodOption(method: Method): Option {
    const icon = pageIn(method.icon);
    const picture =
      icon === undefined
        ? undefined
        : draw('img', {
            attributes: { src: icon, alt: '', width: '32', height: '24' },
            on: {
              error: ({ target }) => {
                if (target instanceof Element) target.remove();
              },
            },
          });
    const title = draw('bdi', { is: 'payment-method-name primary-text', text: method.name });
    return option({ method }, { icon: picture, texts: [title] });
  }

  /** What a method charges besides; nothing where it is of another amount than is paid. */
  function feeOf(code: string): readonly (Node | string)[] {
    const { billing, fee_description: text } = toldOf(code) ?? {};
    return billing && isKnown() ? charged(billing.fee, text ?? '') : [];
  }

  /** A fee, where there is one. */
  function charged({ value, label, display }: Figure, text: string): readonly (Node | string)[] {
    if (!/[1-9]/.test(value)) return [];
    return [' ', draw('bdi', { text: text || label }), ' ', money(display, 'fees')];
  }

  function option(
    of: Option['of'],
    {
      icon,
      texts,
      button,
    }: {
      readonly icon?: Node | undefined;
      readonly texts: readonly (Node | undefined)[];
      readonly button?: Node | undefined;
    },
  ): Option {
    const input = draw('input', {
      attributes: { type: 'radio', name: 'sarraf__method' },
      on: { change: refresh },
    });
    const below = draw('div');
    const fee = draw('span', { is: 'fees secondary-text' });
    const row = draw(
      'div',
      { is: 'methods border' },
      draw(
        'div',
        { is: 'row' },
        draw('label', {}, input, icon, draw('span', { is: 'texts' }, ...texts, fee)),
        button,
      ),
      below,
    );
    return { input, row, below, fee, of };
  }

  function groupOfOptions(): Node {
    const column = (is: string, heading: string, of: readonly Option[]) =>
      of.length === 0
        ? undefined
        : draw(
            'div',
            { is, attributes: { role: 'group', 'aria-label': heading } },
            ...of.map(({ row }) => row),
          );
    return draw(
      'fieldset',
      { is: 'methods-block' },
      draw('legend', { is: 'payment-methods-heading title-text', text: words.payWith }),
      options.length === 0 && !wallet ? draw('p', { text: words.noMethods }) : undefined,
      draw(
        'div',
        { is: settings.isGrid ? 'columns grid' : 'columns' },
        column('saved-cards', words.savedCards, cards),
        column('redirect-links', words.otherMethods, options.slice(cards.length)),
      ),
    );
  }

  function checkbox(is: string, ...shown: readonly Node[]) {
    const input = draw('input', {
      is,
      attributes: { type: 'checkbox' },
      on: { change: refresh },
    });
    return { input, label: draw('label', { is: 'checkbox-label' }, input, ...shown) };
  }

  /** What the merchant wants to have said before, and what the payer has to agree to. */
  function consentBox() {
    const { disclaimer, terms } = session;
    const box = terms && checkbox('', draw('bdi', { text: terms.label }));
    box?.input.toggleAttribute('required');
    const href = pageIn(terms?.url);
    const link = {
      is: 'terms-link',
      text: terms?.url_label,
      attributes: { href, target: '_blank', rel: 'noreferrer' },
    };
    return {
      input: box?.input,
      node: draw(
        'div',
        { is: 'terms-container' },
        disclaimer && draw('p', { is: 'secondary-text' }, draw('bdi', { text: disclaimer })),
        box?.label,
        href && draw('a', link),
      ),
    };
  }

  function amountField() {
    const input = draw('input', {
      is: 'amount-input',
      attributes: {
        type: 'text',
        inputmode: 'decimal',
        dir: 'ltr',
        maxlength: '24',
        value: session.amount,
      },
      on: { input: typedAnew },
    });
    const fault = draw('span', { is: 'error-message', attributes: { role: 'alert' } });
    return {
      input,
      complain: (isWrong: boolean) => {
        input.setAttribute('aria-invalid', String(isWrong));
        fault.replaceChildren(
          ...(isWrong ? [words.atMost, ' ', money(session.amount_display)] : []),
        );
      },
      label: draw(
        'label',
        { is: 'amount-label' },
        draw('span', { text: words.amount }),
        input,
        fault,
      ),
    };
  }

  /** An amount keeps the direction of its own currency's word, whatever the line has. */
  function money(display: string, of = 'amount'): HTMLElement {
    return draw('bdi', { is: `${of}-currency`, text: display });
  }
}

async function showWhere(can: Promise<boolean>, button: HTMLElement): Promise<void> {
  button.hidden = !(await can);
}

// Between our web SDK and the app: it draws the checkout as the app has asked for, and tells the app what happens in it.
(() => {
  const settings = JSON.parse(document.getElementById('settings').textContent);
  const { config, display, payButtonText, textScale, words } = settings;
  const isSheet = display.mode === 'bottomSheet';
  /** The payment as it was read last. */
  let transaction = config.setupPreload && ofAnApp(config.setupPreload);
  /** The app has its button of Apple Pay above this page. */
  let hasApplePay = false;
  /** The payment has Apple Pay, and the device cannot show it. */
  let lacksApplePay = false;
  let isExpanded = false;
  let arranged;

  const { style } = document.documentElement;
  /** All that the page has goes with the size of its text. */
  const scaleText = (scale) => {
    style.fontSize = `${scale * 100}%`;
  };
  scaleText(textScale);

  const app = window.webkit.messageHandlers.checkout;

  /** Resolves with the app's answer, where it has one. */
  const tell = (type, more = {}) => {
    // This is no window, and has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    return app.postMessage(JSON.stringify({ type, ...more }));
  };

  // The button of Apple Pay is the app's, above this page.
  for (const name of ['ApplePaySession', 'PaymentRequest'])
    Object.defineProperty(window, name, { value: undefined });

  const plainFetch = window.fetch;
  /** The web SDK's calls, as those of an app: the gateway then leads the payer back to an address at which the app closes its page. */
  window.fetch = async (url, options = {}) => {
    const { body } = options;
    const headers = new Headers(options.headers);
    headers.set('Channel', 'mobile_sdk');
    const ofApp = body && JSON.stringify({ ...JSON.parse(body), channel: 'mobile_sdk' });
    const answer = await plainFetch(url, { ...options, headers, ...(ofApp && { body: ofApp }) });
    if (!answer.ok || !answer.url.includes('/pymt-txn/submit/')) return answer;
    const read = await answer
      .clone()
      .json()
      .catch(() => undefined);
    if (!read) return answer;
    transaction = ofAnApp(read);
    tellTransaction();
    return new Response(JSON.stringify(transaction), answer);
  };

  window.checkoutPage = {
    scaleText,
    /** Reads the payment again and draws it as it is now. */
    reload: (notice) => {
      window.Checkout.reload();
      if (notice) window.Checkout.showPopup('redirect', notice);
    },
    offerApplePay: (isShown, isMissing) => {
      hasApplePay = isShown;
      lacksApplePay = isMissing;
      arrange();
    },
    /** Whether the payer has ticked the box beside the terms, which is asked for where they have not; null: there is none. */
    termsAccepted: () =>
      document.querySelector('.sarraf__terms-container input')?.reportValidity() ?? null,
  };

  const script = document.createElement('script');
  script.src = `${settings.base}/assets/checkout/v3/checkout.min.js`;
  script.addEventListener('load', begin);
  script.addEventListener('error', () => tell('unavailable'));
  document.body.append(script);

  function begin() {
    if (transaction) tellTransaction();
    new ResizeObserver(measure).observe(document.body);
    new MutationObserver(arrange).observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['open', 'disabled'],
    });
    window.Checkout.init({
      ...config,
      successCallback: ended,
      cancelCallback: ended,
      errorCallback: ended,
      ...(settings.verifies && { beforePayment: verify }),
    });
  }

  /** Our own payment page, too, is told that it stands above an app: it takes the payment where only it can ask for all of it. */
  function ofAnApp(read) {
    for (const method of read.payment_methods ?? []) {
      if (!method.redirect_url?.startsWith(`${settings.base}/checkout/`)) continue;
      const url = new URL(method.redirect_url);
      url.searchParams.set('channel', 'mobile_sdk');
      method.redirect_url = url.href;
    }
    return read;
  }

  /** The app is told once. Whoever wants to try again gets a new checkout from it. */
  function ended(data) {
    document.body.inert = true;
    tell('outcome', { data });
  }

  async function verify({ card = null }) {
    const objection = await tell('verify', { card });
    if (!objection) return;
    window.Checkout.showPopup('error', objection);
    throw new Error(objection);
  }

  function tellTransaction() {
    const { billing, payment_services: services, response } = transaction;
    tell('transaction', {
      value: billing.amount.value,
      currency: billing.amount.currency_code,
      reference: response.reference_number ?? null,
      services,
    });
  }

  /** Whatever the web SDK has drawn is brought into the form that the app has asked for. */
  function arrange() {
    const block = document.querySelector('.sarraf__methods-block');
    if (block && block !== arranged) {
      arranged = block;
      isExpanded = false;
      selectFirst();
      block.addEventListener('change', showRows);
      if (rows().length > 1) block.after(selectorButton());
    }
    if (block) {
      showRows();
      nameButton();
      sayWhatIsMissing(block);
      // Where that is the only way to pay, nothing says that there is none.
      const isEmpty = block.querySelector(':scope > p') !== null;
      for (const part of [block, document.querySelector('.sarraf__pay-button')])
        part.hidden = hasApplePay && isEmpty;
    }
    tell('secure', { isShown: document.querySelector('iframe') !== null });
    measure();
  }

  function rows() {
    return [...document.querySelectorAll('.sarraf__columns .sarraf__methods')];
  }

  function radioOf(row) {
    return row.querySelector('input[type=radio]');
  }

  /** Methods are drawn in the order in which the payment has them. */
  function selectFirst() {
    const { formsOfPayment: forms } = config;
    const flows = {
      redirect: forms.includes('redirect'),
      hosted_card: forms.includes('redirect') || forms.includes('hostedCard'),
    };
    const offered = (transaction?.payment_methods ?? []).filter(
      // With a frame of its network's a method takes new cards here.
      ({ flow, card_url: frame }) => flows[flow] || (frame && forms.includes('cardOnsite')),
    );
    const index = offered.findIndex(({ code }) => code === display.defaultSelectedPgCode);
    const row = document.querySelectorAll('.sarraf__redirect-links .sarraf__methods')[index];
    if (row) radioOf(row).click();
  }

  /** In a sheet's place the one that is chosen; in a list so many, and the one that is chosen wherever it stands. */
  function showRows() {
    const all = rows();
    const most = isSheet && all.length > 1 ? 0 : display.visibleItemsCount;
    all.forEach((row, index) => {
      row.hidden = !isExpanded && index >= most && !radioOf(row).checked;
    });
    const button = document.querySelector('.sarraf__selector-button');
    if (!button) return;
    const rest = all.filter((row) => row.hidden).length;
    const label = isSheet
      ? all.some((row) => radioOf(row).checked)
        ? words.change
        : words.select
      : isExpanded
        ? words.less
        : words.more.replace('{count}', String(rest));
    if (button.textContent !== label) button.textContent = label;
    button.hidden = !isSheet && !isExpanded && rest === 0;
  }

  function selectorButton() {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sarraf__selector-button';
    button.addEventListener('click', isSheet ? chooseInSheet : toggleList);
    return button;
  }

  function toggleList() {
    isExpanded = !isExpanded;
    showRows();
  }

  async function chooseInSheet() {
    const all = rows();
    const index = await tell('choose', {
      options: all.map((row) => {
        const [title, ...details] = row.querySelector('.sarraf__texts').children;
        return {
          title: title.textContent,
          detail: details.map(({ textContent }) => textContent).join(' '),
          isSelected: radioOf(row).checked,
          isEnabled: !radioOf(row).disabled,
        };
      }),
    });
    const row = typeof index === 'number' ? all[index] : undefined;
    if (row?.isConnected) radioOf(row).click();
  }

  function nameButton() {
    const label = document.querySelector('.sarraf__pay-button > span');
    const isNamed = payButtonText !== '' && transaction?.payment_type !== 'save_card';
    if (label && isNamed && label.textContent !== payButtonText) label.textContent = payButtonText;
  }

  /** In the place of the button that the device cannot show. */
  function sayWhatIsMissing(block) {
    const said = document.querySelector('.sarraf__no-apple-pay');
    if (!lacksApplePay) said?.remove();
    if (!lacksApplePay || said) return;
    const note = document.createElement('p');
    note.className = 'sarraf__no-apple-pay sarraf__status';
    note.textContent = words.noApplePay;
    block.before(note);
  }

  /** A window above the checkout must fit in, too. */
  function measure() {
    const content = document.getElementById('checkout').getBoundingClientRect().height;
    const windows = [...document.querySelectorAll('dialog[open] > div')].map(
      (dialog) => dialog.scrollHeight + 48,
    );
    tell('height', { height: Math.ceil(Math.max(content, ...windows)) });
  }
})();

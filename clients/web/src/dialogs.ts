import type { Draw } from './draw.ts';
import { isRecord } from './record.ts';
import type { PopupType } from './types.ts';
import type { Words } from './words.ts';

export interface Action {
  readonly label: string;
  readonly is: string;
  /** What the dialog answers when it is pressed. */
  readonly answer: string;
}

interface Shown {
  readonly heading: Node;
  readonly modal: string;
  readonly content?: readonly Node[];
  readonly actions?: readonly Action[];
}

export interface Opened {
  /** What was pressed; empty when it was closed otherwise. */
  readonly answer: Promise<string>;
  readonly close: () => void;
}

export type Dialogs = ReturnType<typeof dialogsOf>;

/** Windows above the page. The browser keeps the focus inside and gives it back, and Escape closes them. */
export function dialogsOf(draw: Draw, words: Words, language: 'en' | 'ar') {
  let count = 0;
  const open = ({ heading, modal, content = [], actions = [] }: Shown): Opened => {
    count += 1;
    const id = `sarraf__dialog-${count}`;
    const title = draw('h2', { attributes: { id } }, heading);
    const dialog: HTMLDialogElement = draw(
      'dialog',
      {
        is: 'modal-overlay',
        attributes: { 'aria-labelledby': id, lang: language, dir: directionOf(language) },
      },
      draw(
        'div',
        { is: modal },
        title,
        ...content,
        draw(
          'div',
          { is: 'actions' },
          ...actions.map(({ label, is, answer }) =>
            draw('button', {
              is,
              text: label,
              attributes: { type: 'button' },
              on: { click: () => close(answer) },
            }),
          ),
        ),
      ),
    );
    let pressed = '';
    const answer = new Promise<string>((resolve) => {
      dialog.addEventListener('close', () => {
        dialog.remove();
        resolve(pressed);
      });
    });
    // Browsers of before 2022 have no windows: there it lies above the page like any other element.
    const isWindow: boolean = 'showModal' in dialog;
    const close = (said = ''): void => {
      pressed = said;
      if (isWindow) dialog.close();
      else dialog.dispatchEvent(new Event('close'));
    };
    document.body.append(dialog);
    if (isWindow) dialog.showModal();
    else {
      dialog.setAttribute('open', '');
      dialog.setAttribute('role', 'dialog');
      dialog.querySelector('button')?.focus();
    }
    return { answer, close };
  };

  return {
    /** Whether it was answered with yes. */
    ask: async ({
      modal,
      question,
      text,
      yes,
      no,
    }: {
      readonly modal: string;
      readonly question: string;
      readonly text: string;
      readonly yes: Omit<Action, 'answer'>;
      readonly no: Omit<Action, 'answer'>;
    }): Promise<boolean> => {
      const { answer } = open({
        modal,
        heading: draw('span', { text: question }),
        content: [draw('p', { is: 'delete-card-message' }, draw('bdi', { text }))],
        actions: [
          { ...no, answer: '' },
          { ...yes, answer: 'yes' },
        ],
      });
      return (await answer) === 'yes';
    },

    /** Says how something ended, or that nobody knows, with the gateway's own words where there are some. */
    popup: (type: PopupType | 'unknown', message: string, response?: unknown): Opened => {
      const heading = {
        error: words.problem,
        unknown: words.statusUnknown,
        success: words.success,
        redirect: words.redirect,
      };
      const isTroubled = type === 'error' || type === 'unknown';
      const said = isRecord(response) ? Object.entries(response) : [];
      const rows = type === 'redirect' ? [] : said.filter(([, value]) => value !== null);
      const isKind = isTroubled ? 'error' : 'success';
      return open({
        modal: 'payment-modal info-modal',
        heading: draw('span', { is: `${isKind}-popup-heading`, text: heading[type] }),
        content: [
          draw('p', { is: `${isKind}-popup-message`, text: message, attributes: { dir: 'auto' } }),
          ...(rows.length > 0
            ? [
                draw(
                  'dl',
                  { is: `${isKind}-popup-data` },
                  ...rows.flatMap(([name, value]) => [
                    draw('dt', { text: name, attributes: { dir: 'auto' } }),
                    draw('dd', { text: textOf(value), attributes: { dir: 'auto' } }),
                  ]),
                ),
              ]
            : []),
        ],
        actions: [
          isTroubled
            ? {
                is: 'retry-button error-retry-button',
                label: type === 'error' ? words.retry : words.checkAgain,
                answer: 'retry',
              }
            : { is: 'popup-close-button', label: words.close, answer: '' },
        ],
      });
    },

    /** The bank's question, in a frame that has no rights on this page. */
    challenge: (html: string): Opened =>
      open({
        modal: 'payment-modal challenge',
        heading: draw('span', { text: words.challenge }),
        content: [
          draw('p', { text: words.challengeText }),
          draw('iframe', {
            attributes: {
              srcdoc: html,
              title: words.challenge,
              sandbox:
                'allow-forms allow-scripts allow-popups allow-top-navigation-by-user-activation',
            },
          }),
        ],
        actions: [
          { is: 'pay-button', label: words.challengeGo, answer: 'go' },
          { is: 'popup-close-button', label: words.close, answer: '' },
        ],
      }),
  };
}

export function directionOf(language: 'en' | 'ar'): 'rtl' | 'ltr' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

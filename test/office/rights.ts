import {
  PERMISSIONS,
  permits,
  type Permission,
  type PermissionHolder,
} from '../../domain/permission.ts';
import { CREATED_AT, DAY_MS, sessionOf } from '../support/builders.ts';

/** What is needed: one of these permissions, or that one is logged in. */
type Needs = readonly Permission[] | 'login';
const VIEW = ['e_commerce.view', 'payment_request.view'] as const;
const REQUESTS = ['payment.approve', 'payment.refund', 'payment.capture', 'payment.void'] as const;

/** What each page and each press needs, by the name of its route. */
const NEEDS: Readonly<Record<string, Needs>> = {
  'office.home': 'login',
  'office.log-out': 'login',
  'office.step-up': 'login',
  'office.account': 'login',
  'office.account.password': 'login',
  'office.account.second-factor': 'login',
  'office.account.second-factor.confirm': 'login',
  'office.account.second-factor.remove': 'login',
  'office.account.recovery-codes': 'login',
  'office.account.end-login': 'login',
  'office.account.mails': 'login',
  'office.payments': VIEW,
  'office.payments-export': ['report.can_view_report'],
  'office.view': VIEW,
  'office.columns': VIEW,
  'office.new-payment': ['payment_request.add'],
  'office.make-payment': ['payment_request.add'],
  'office.payment': VIEW,
  'office.payment-replay': ['webhook.manage'],
  'office.payment-code': VIEW,
  'office.bulks': ['payment_request.view'],
  'office.bulk': ['payment_request.view'],
  'office.bulk-template': ['payment_request.view'],
  'office.bulk-result': ['payment_request.view'],
  'office.bulk-errors': ['payment_request.view'],
  'office.new-bulk': ['payment_request.add'],
  'office.check-bulk': ['payment_request.add'],
  'office.bulk-confirm': ['payment_request.add'],
  'office.bulk-cancel-question': ['payment_request.change'],
  'office.bulk-pause': ['payment_request.change'],
  'office.bulk-resume': ['payment_request.change'],
  'office.bulk-cancel': ['payment_request.change'],
  'office.inbox': 'login',
  'office.task': 'login',
  'office.approval': REQUESTS,
  'office.decide': REQUESTS,
  'office.break-glass': ['payment.approve'],
  'office.break-glass-press': ['payment.approve'],
};

/** What can be done to a payment, and what that needs beside looking at it. */
const ACTIONS: Readonly<Record<string, Needs>> = {
  refund: ['payment.refund'],
  capture: ['payment.capture'],
  void: ['payment.void'],
  cancel: ['payment.cancel'],
  expire: ['payment.expire'],
  delete: ['payment.delete'],
  restore: ['payment.delete'],
  inquire: ['payment.inquiry'],
  notify: ['payment.notify'],
  resend: ['e_commerce.change', 'payment_request.change'],
  cash: ['payment.cash'],
  charge: ['e_commerce.add', 'payment_request.add'],
  'several-resend': ['e_commerce.change', 'payment_request.change'],
  'several-expire': ['payment.expire'],
  'several-cancel': ['payment.cancel'],
  'several-tasks': 'login',
};

/** Payments of both types, and what can be done to each in its state. */
export const PAYMENTS = [
  { id: sessionOf('a1'), type: 'e_commerce', actions: ['refund', 'delete', 'notify', 'resend'] },
  {
    id: sessionOf('b1'),
    type: 'payment_request',
    actions: ['cancel', 'expire', 'inquire', 'notify', 'resend'],
  },
  {
    id: sessionOf('d1'),
    type: 'e_commerce',
    actions: ['capture', 'void', 'delete', 'notify', 'resend'],
  },
  { id: sessionOf('e1'), type: 'e_commerce', actions: ['restore'] },
  {
    id: sessionOf('f1'),
    type: 'payment_request',
    actions: ['cancel', 'expire', 'delete', 'resend', 'cash', 'charge'],
  },
] as const;
export const [PAID, LINK, HELD, AWAY, DUE] = PAYMENTS;
/** Requests of somebody else: one waits for a yes, one for a hand. */
export const WAITING = sessionOf('c1');
export const IN_HAND = sessionOf('c2');

/** A page that is looked at, or a form that is sent. */
export interface OfficeTry {
  /** The name of the route. */
  readonly route: string;
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  /** All of these are needed. */
  readonly needs: readonly Needs[];
  /** No page leads there, also for who may. */
  readonly hasNoButton?: true;
}

const [LINK_ID, DUE_ID] = [LINK.id, DUE.id];
/** What is needed of the type of the payment. */
const OF_TYPE: Readonly<Partial<Record<string, 'change' | 'add'>>> = {
  resend: 'change',
  charge: 'add',
};

const aboutPayment = PAYMENTS.flatMap(({ id, type, actions }): readonly OfficeTry[] => {
  const path = `/office/payments/${id}`;
  const seen: readonly Needs[] = [
    [`${type}.view`],
    ...(id === AWAY.id ? [['payment.delete'] as const] : []),
  ];
  return [
    { route: 'office.payment', path, needs: seen },
    ...(id === PAID.id
      ? [
          {
            route: 'office.payment-replay',
            path: `${path}/replay`,
            form: { event: 'evt' },
            needs: [...seen, ['webhook.manage'] as const],
          },
        ]
      : []),
    ...(id === LINK_ID || id === DUE_ID
      ? [{ route: 'office.payment-code', path: `${path}/code`, needs: seen }]
      : []),
    ...actions.flatMap((action): readonly OfficeTry[] => {
      const at = `${path}/${action}`;
      const asked = action === 'charge' ? [...seen, ['customer.view'] as const] : seen;
      // Who may not change this one, or make one like it, sees a question without a form.
      const ofType = OF_TYPE[action];
      const needs = ofType ? [...asked, [`${type}.${ofType}`] as const] : asked;
      const form = {
        amount: '1.000',
        reason: 'duplicate',
        'channels.email': 'on',
        token: 'tok_1',
        'consent.given': 'on',
        ...(action === 'delete' && { deed: id === DUE_ID ? 'remove' : 'delete' }),
      };
      return [
        { route: `office.ask-${action}`, path: at, needs: asked },
        { route: `office.do-${action}`, path: at, form, needs },
      ];
    }),
  ];
});

/** Files of requests: one is being made, one is paused. */
export const BULK = 'b1'.repeat(16);
export const PAUSED_BULK = 'b2'.repeat(16);
const aboutBulks = [BULK, PAUSED_BULK].flatMap((id): readonly OfficeTry[] => {
  const path = `/office/bulk/${id}`;
  const press = id === BULK ? 'pause' : 'resume';
  return [
    { route: 'office.bulk', path, needs: [] },
    { route: 'office.bulk-result', path: `${path}/result`, needs: [] },
    { route: 'office.bulk-errors', path: `${path}/errors`, needs: [] },
    { route: 'office.bulk-cancel-question', path: `${path}/cancel`, needs: [] },
    { route: 'office.bulk-cancel', path: `${path}/cancel`, form: {}, needs: [] },
    { route: `office.bulk-${press}`, path: `${path}/${press}`, form: {}, needs: [] },
  ];
});

/** One that waits for its yes, which only who has sent it sees. */
export const UNCONFIRMED_BULK = 'b3'.repeat(16);
const toConfirm: readonly OfficeTry[] = [
  {
    route: 'office.bulk',
    path: `/office/bulk/${UNCONFIRMED_BULK}`,
    needs: [],
    hasNoButton: true,
  },
  {
    route: 'office.bulk-errors',
    path: `/office/bulk/${UNCONFIRMED_BULK}/errors`,
    needs: [],
  },
  {
    route: 'office.bulk-confirm',
    path: `/office/bulk/${UNCONFIRMED_BULK}/confirm`,
    form: {},
    needs: [],
  },
];

const severalAtOnce = ['resend', 'expire', 'cancel'].flatMap((act): readonly OfficeTry[] => {
  const path = `/office/payments/several/${act}`;
  const ask = { route: `office.ask-several-${act}`, needs: [VIEW] };
  return [
    { ...ask, path },
    // The question itself is there where payments are named.
    { ...ask, path: `${path}?session_id=${LINK.id}`, hasNoButton: true },
    {
      route: `office.do-several-${act}`,
      path,
      form: { [`payment.${LINK.id}`]: 'on' },
      needs: [VIEW, ['payment_request.view']],
    },
  ];
});

const decisions = [
  { id: WAITING, verdict: 'approve', needs: [['payment.approve']] },
  { id: WAITING, verdict: 'reject', needs: [['payment.approve']] },
  // The button is there for who has asked for it.
  { id: WAITING, verdict: 'withdraw', needs: [['payment.approve']], hasNoButton: true },
  { id: IN_HAND, verdict: 'retry', needs: [['payment.capture']] },
] as const;

const STUCK_TASK = `stuck:${LINK.id}:demoBBBBBB`;
const severalTasks: readonly OfficeTry[] = [
  // One alone is called done in its row.
  {
    route: 'office.ask-several-tasks',
    path: '/office/inbox/several',
    needs: [],
    hasNoButton: true,
  },
  {
    route: 'office.ask-several-tasks',
    path: `/office/inbox/several?task=${STUCK_TASK}`,
    needs: [['payment.inquiry'], ['payment_request.view']],
    hasNoButton: true,
  },
  {
    route: 'office.do-several-tasks',
    path: '/office/inbox/several',
    form: { [`task.${STUCK_TASK}`]: 'on', note: 'Seen' },
    needs: [['payment.inquiry'], ['payment_request.view']],
  },
];

export const KEY_ENDS = Date.now() + 3 * DAY_MS;
export const ALERT_AT = CREATED_AT + 1;
const tasks = [
  { task: `approval:${WAITING}`, needs: [['payment.approve']] },
  { task: `needs_hand:${IN_HAND}`, needs: [['payment.capture']] },
  {
    task: `alert.second-success:${PAID.id}:demoAAAAAA:${ALERT_AT}`,
    needs: [['alert.handle'], ['e_commerce.view']],
  },
  {
    task: STUCK_TASK,
    needs: [['payment.inquiry'], ['payment_request.view']],
  },
  { task: `key.expiring:pair:${KEY_ENDS}`, needs: [['key.manage']] },
] as const;

export const TRIES: readonly OfficeTry[] = [
  ...aboutPayment,
  ...aboutBulks,
  ...toConfirm,
  ...severalAtOnce,
  ...severalTasks,
  ...([WAITING, IN_HAND] as const).map((id): OfficeTry => ({
    route: 'office.approval',
    path: `/office/approvals/${id}`,
    needs: [id === WAITING ? ['payment.approve'] : ['payment.approve', 'payment.capture']],
  })),
  {
    route: 'office.break-glass',
    path: `/office/approvals/${WAITING}/break-glass`,
    needs: [],
  },
  {
    route: 'office.break-glass-press',
    path: `/office/approvals/${WAITING}/break-glass`,
    form: { comment: 'It burns.', step_up: 'x' },
    needs: [],
  },
  ...decisions.map(({ id, verdict, ...rest }): OfficeTry => ({
    route: 'office.decide',
    path: `/office/approvals/${id}`,
    form: { verdict, comment: 'Looked at' },
    ...rest,
  })),
  ...tasks.map(({ task, needs }): OfficeTry => ({
    route: 'office.task',
    path: '/office/inbox',
    form: { press: `take ${task}` },
    needs,
  })),
  ...[
    { route: 'office.payments', path: '/office/payments' },
    // The forms that keep a view and its columns are there where something is asked for.
    {
      route: 'office.payments',
      path: '/office/payments?state=paid&columns=amount',
      hasNoButton: true as const,
    },
    { route: 'office.inbox', path: '/office/inbox' },
    { route: 'office.new-payment', path: '/office/payments/new' },
    { route: 'office.bulks', path: '/office/bulk' },
    { route: 'office.new-bulk', path: '/office/bulk/new' },
    { route: 'office.bulk-template', path: '/office/bulk/template' },
    // For who has the address alone.
    { route: 'office.home', path: '/office', hasNoButton: true as const },
    { route: 'office.step-up', path: '/office/step-up', hasNoButton: true as const },
    { route: 'office.account', path: '/office/account' },
  ].map((one): OfficeTry => ({ ...one, needs: [] })),
  {
    route: 'office.payments-export',
    path: '/office/payments/export',
    form: {},
    needs: [VIEW],
  },
  {
    route: 'office.view',
    path: '/office/payments',
    form: { act: 'save', name: 'Mine', query: 'state=paid' },
    needs: [],
  },
  {
    route: 'office.columns',
    path: '/office/payments/columns',
    form: { columns: 'amount', query: '' },
    needs: [],
  },
  {
    route: 'office.make-payment',
    path: '/office/payments/new',
    form: { amount: '1.000', currency_code: 'KWD', 'pg_codes.card': 'on' },
    needs: [['gateway.use:card']],
  },
  { route: 'office.check-bulk', path: '/office/bulk/new', form: {}, needs: [] },
];
const EVERYTHING: readonly Permission[] = [...PERMISSIONS, 'gateway.use:card'];

/** Presses on what is one's own: everybody who is logged in may, so that nobody tries what is not for them. */
export const OWN_PRESSES: readonly OfficeTry[] = [
  { route: 'office.log-out', path: '/office/logout' },
  ...[
    ['password', 'password'],
    ['second-factor', 'second-factor'],
    ['second-factor.confirm', 'second-factor/confirm'],
    ['second-factor.remove', 'second-factor/remove'],
    ['recovery-codes', 'recovery-codes'],
    ['end-login', 'logins'],
  ].map(([name, path]) => ({ route: `office.account.${name}`, path: `/office/account/${path}` })),
  { route: 'office.account.mails', path: '/office/account' },
].map((one) => ({ ...one, form: {}, needs: [] }));

/** What people do, as far as there are permissions for it; `owner` is a superuser. */
export const JOBS: Readonly<Record<string, readonly Permission[]>> = {
  owner: [],
  support: [
    'e_commerce.change',
    'payment_request.change',
    'customer.view',
    'payment.refund',
    'payment.void',
    'payment.cancel',
    'payment.expire',
    'payment.inquiry',
    'payment.notify',
    'wallet.view',
    'webhook.view',
  ],
  cashier: ['payment_request.add', 'invoice.add', 'gateway.use:card'],
  checker: [...VIEW, 'customer.view', 'payment.approve'],
  developer: [...VIEW, 'webhook.manage', 'key.manage'],
  // What leads nowhere here, too.
  auditor: [
    ...VIEW,
    'customer.view',
    'invoice.add',
    'report.can_change_report',
    'audit.view',
    'wallet.view',
    'webhook.view',
  ],
  // Much, and of payments of one type alone.
  'who sees one type': PERMISSIONS.filter(
    (one) => !one.startsWith('e_commerce.') && one !== 'payment.approve',
  ),
  'who captures and deletes': [...VIEW, 'payment.capture', 'payment.delete'],
  nobody: [],
};

/** Whether who holds this may do it. */
export function mayTry(holder: PermissionHolder, { route, needs }: OfficeTry): boolean {
  const all = [needsOf(route), ...needs];
  const isHeld = (one: Needs) =>
    one === 'login' || holder.superuser || one.some((each) => permits(holder, each));
  return all.every(isHeld);
}

function needsOf(route: string): Needs {
  const action = /^office\.(?:ask|do)-(.*)$/u.exec(route)?.[1];
  const needs = action === undefined ? NEEDS[route] : ACTIONS[action];
  if (needs === undefined) throw new Error(`Nothing says what ${route} needs.`);
  return needs;
}

/** For people who read what failed. */
export function tryName({ path, form }: Pick<OfficeTry, 'path' | 'form'>): string {
  const { verdict = '', press = '' } = form ?? {};
  return [form ? 'POST' : 'GET', path, verdict, press.replace(/^\w+ /u, '')]
    .filter((one) => one !== '')
    .join(' ');
}

/** The first of each route. */
export const ONE_OF_EACH: readonly OfficeTry[] = TRIES.filter(
  ({ route }, nth) => TRIES.findIndex((one) => one.route === route) === nth,
);

const NEEDED = TRIES.flatMap(({ route, needs }) => [needsOf(route), ...needs]).filter(
  (one) => one !== 'login',
);
/** What somebody may lack: each thing that is needed somewhere, and all of those of which one is enough. */
const LACKING = new Map(
  [...NEEDED, ...NEEDED.flat().map((one) => [one])].map((some) => [some.join(' and '), some]),
);

/** Who has everything but that. */
export const ALL_BUT: Readonly<Record<string, readonly Permission[]>> = Object.fromEntries(
  [...LACKING].map(([what, lacks]) => [
    `who has all but ${what}`,
    EVERYTHING.filter(
      (one) => !lacks.some((lack) => permits({ superuser: false, permissions: [one] }, lack)),
    ),
  ]),
);

/**
 * What is refused to who holds this. Of those who have all but one thing or another, it is for whoever lacks least: what is refused to
 * them is refused to who lacks more.
 */
export function refusedTo(permissions: readonly Permission[]): readonly OfficeTry[] {
  const theirBetters = Object.values(ALL_BUT).filter(
    (more) => more.length > permissions.length && permissions.every((one) => more.includes(one)),
  );
  return TRIES.filter(
    (one) =>
      !mayTry({ superuser: false, permissions }, one) &&
      theirBetters.every((more) => mayTry({ superuser: false, permissions: more }, one)),
  );
}

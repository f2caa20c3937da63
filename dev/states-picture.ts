import {
  isSuccess,
  isUnpaid,
  next,
  TRANSACTION_STATES,
  TRANSITIONS,
  TRIGGERS,
  type TransactionState,
  type Trigger,
} from '../domain/transaction/states.ts';
import { box, label, line, node, svg, type Point } from './svg.ts';

/**
 * The state table as a picture. An arrow that all states of a box have in common leaves the box, once. Which arrows there
 * are comes from the table; only the places are written here, so a new state cannot be forgotten, and an arrow that
 * these places have no way for fails the generation.
 */
export function statesPicture(): string {
  const arrows = [...groupArrows(), ...ownArrows()];
  const [first] = TRANSACTION_STATES;
  return svg({
    width: 1000,
    height: 640,
    title: 'The states of a transaction',
    description: arrows.map(({ text }) => text).join('; '),
    content: [
      box({ ...UNPAID_BOX, title: 'The payer can still act' }),
      box({ ...LATE_BOX, title: 'Over, but late money counts' }),
      line({ points: [{ x: PLACES[first].x, y: 66 }, top(first)], arrow: `> ${first}` }),
      ...arrows.map(draw),
      ...TRANSACTION_STATES.map((state) => node(PLACES[state], state, lookOf(state))),
    ],
  });
}

/** The middle of each state. */
const PLACES: Readonly<Record<TransactionState, Point>> = {
  created: { x: 150, y: 130 },
  pending: { x: 150, y: 330 },
  attempted: { x: 150, y: 530 },
  failed: { x: 520, y: 330 },
  expired: { x: 520, y: 440 },
  paid: { x: 800, y: 90 },
  authorized: { x: 800, y: 170 },
  cod: { x: 800, y: 250 },
  canceled: { x: 800, y: 540 },
  invalided: { x: 800, y: 600 },
};
const HALF = { width: 62, height: 22 };
const UNPAID_BOX = { x: 30, y: 40, width: 270, height: 580 };
const LATE_BOX = { x: 420, y: 288, width: 200, height: 214 };

interface Arrow {
  /** A state, or the box of several that have this arrow in common. */
  readonly from: TransactionState | 'unpaid' | 'late';
  readonly to: TransactionState;
  readonly by: readonly Trigger[];
  readonly text: string;
}

const LATE = TRANSACTION_STATES.filter(
  (state) =>
    !isUnpaid(state) && !isSuccess(state) && Object.values(TRANSITIONS[state]).some(isSuccess),
);
const GROUPS = { unpaid: TRANSACTION_STATES.filter(isUnpaid), late: LATE } as const;

function groupArrows(): readonly Arrow[] {
  return (['unpaid', 'late'] as const).flatMap((group) =>
    TRANSACTION_STATES.flatMap((to) => {
      const by = TRIGGERS.filter((trigger) => isShared(group, trigger, to));
      return by.length === 0 ? [] : [arrow(group, to, by)];
    }),
  );
}

function ownArrows(): readonly Arrow[] {
  return TRANSACTION_STATES.flatMap((from) =>
    TRANSACTION_STATES.flatMap((to) => {
      const by = TRIGGERS.filter(
        (trigger) => next(from, trigger) === to && !isInGroupArrow(from, trigger, to),
      );
      return by.length === 0 ? [] : [arrow(from, to, by)];
    }),
  );
}

function isShared(group: 'unpaid' | 'late', trigger: Trigger, to: TransactionState): boolean {
  const members = GROUPS[group];
  return !members.includes(to) && members.every((state) => next(state, trigger) === to);
}

function isInGroupArrow(from: TransactionState, trigger: Trigger, to: TransactionState): boolean {
  return (['unpaid', 'late'] as const).some(
    (group) => GROUPS[group].includes(from) && isShared(group, trigger, to),
  );
}

function arrow(from: Arrow['from'], to: TransactionState, by: readonly Trigger[]): Arrow {
  const states = from === 'unpaid' || from === 'late' ? GROUPS[from] : [from];
  return { from, to, by, text: `${states.join(', ')} > ${by.join(', ')} > ${to}` };
}

function draw({ from, to, by, text }: Arrow): string {
  const way = wayOf(from, to);
  if (!way)
    throw new Error(
      `The picture of the states has no way from ${from} to ${to}. Give it one in dev/states-picture.ts.`,
    );
  const { points, at, anchor } = way;
  return `${line({ points, arrow: text })}${label(at, by.join(', '), anchor)}`;
}

interface Way {
  readonly points: readonly Point[];
  /** Where the words stand. */
  readonly at: Point;
  readonly anchor?: 'start' | 'end';
}

function wayOf(from: Arrow['from'], to: TransactionState): Way | undefined {
  if (from === 'unpaid') return fromTheUnpaid(to);
  if (from === 'late') return fromTheLate(to);
  return OWN_WAYS[`${from} ${to}`];
}

/** Straight to the right, at the height of the state it leads to. */
function fromTheUnpaid(to: TransactionState): Way {
  const x = UNPAID_BOX.x + UNPAID_BOX.width;
  const { y } = PLACES[to];
  return { points: [{ x, y }, left(to)], at: { x: x + 12, y: y - 7 }, anchor: 'start' };
}

/** Round the right side of the states above: the higher the state, the further out, so that no two ways cross. */
function fromTheLate(to: TransactionState): Way | undefined {
  const x = LATE_BOX.x + LATE_BOX.width;
  const rank = ['cod', 'authorized', 'paid'].indexOf(to);
  if (rank < 0) return undefined;
  const y = 340 + rank * 42;
  const turn = 900 + rank * 26;
  const end = { x: PLACES[to].x + HALF.width, y: PLACES[to].y };
  return {
    points: [{ x, y }, { x: turn, y }, { x: turn, y: end.y }, end],
    at: { x: x + 12, y: y - 7 },
    anchor: 'start',
  };
}

/** The ways between two single states. */
const OWN_WAYS: Readonly<Record<string, Way>> = {
  'created pending': {
    points: [bottom('created'), top('pending')],
    at: { x: 160, y: 235 },
    anchor: 'start',
  },
  'pending pending': {
    points: [
      { x: 88, y: 322 },
      { x: 56, y: 322 },
      { x: 56, y: 338 },
      { x: 88, y: 338 },
    ],
    at: { x: 50, y: 312 },
    anchor: 'start',
  },
  'pending attempted': {
    points: [
      { x: 125, y: 352 },
      { x: 125, y: 508 },
    ],
    at: { x: 117, y: 435 },
    anchor: 'end',
  },
  'attempted pending': {
    points: [
      { x: 175, y: 508 },
      { x: 175, y: 352 },
    ],
    at: { x: 183, y: 435 },
    anchor: 'start',
  },
  'pending failed': {
    points: [
      { x: 212, y: 330 },
      { x: 458, y: 330 },
    ],
    at: { x: 312, y: 323 },
    anchor: 'start',
  },
  'pending expired': {
    points: [
      { x: 209, y: 342 },
      { x: 340, y: 342 },
      { x: 340, y: 390 },
      { x: 520, y: 390 },
      top('expired'),
    ],
    at: { x: 346, y: 383 },
    anchor: 'start',
  },
  'cod canceled': {
    points: [bottom('cod'), top('canceled')],
    at: { x: 808, y: 300 },
    anchor: 'start',
  },
};

function top(state: TransactionState): Point {
  return { x: PLACES[state].x, y: PLACES[state].y - HALF.height };
}

function bottom(state: TransactionState): Point {
  return { x: PLACES[state].x, y: PLACES[state].y + HALF.height };
}

function left(state: TransactionState): Point {
  return { x: PLACES[state].x - HALF.width, y: PLACES[state].y };
}

function lookOf(state: TransactionState): 'success' | 'open' | 'over' {
  if (isSuccess(state)) return 'success';
  return isUnpaid(state) ? 'open' : 'over';
}

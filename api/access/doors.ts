import type { Middleware } from 'koa';
import type { RouteName } from './table.ts';

const doors = new WeakMap<object, RouteName>();

/** Marks a middleware as the door of a route: who comes through it was let in for that route. */
export function standsBehind(name: RouteName, door: Middleware): Middleware {
  doors.set(door, name);
  return door;
}

const records = new WeakMap<object, RouteName>();

/** Marks a middleware as what tells the audit log of a route. */
export function standsRecorded(name: RouteName, recorder: Middleware): Middleware {
  records.set(recorder, name);
  return recorder;
}

/** The route of which this tells the audit log. */
export function recordOf(middleware: object): RouteName | undefined {
  return records.get(middleware);
}

/** The route whose door this is. */
export function doorOf(middleware: object): RouteName | undefined {
  return doors.get(middleware);
}

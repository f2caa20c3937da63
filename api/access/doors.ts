import type { Middleware } from 'koa';
import type { RouteName } from './table.ts';

const doors = new WeakMap<object, RouteName>();

/** Marks a middleware as the door of a route: who comes through it was let in for that route. */
export function standsBehind(name: RouteName, door: Middleware): Middleware {
  doors.set(door, name);
  return door;
}

/** The route whose door this is. */
export function doorOf(middleware: object): RouteName | undefined {
  return doors.get(middleware);
}

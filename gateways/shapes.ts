import type Joi from 'joi';
import type { JsonValue } from '../domain/json.ts';
import { GatewayFault } from './gateway.ts';

/** A reader of what came from a network. An answer of another shape is no answer: a `GatewayFault` that says `unknown`. */
export function readerOf(network: string) {
  return <T>(shape: Joi.ObjectSchema<T>): ((told: unknown) => T) =>
    (told) => {
      const options = { convert: false, stripUnknown: true };
      const { error, value } = shape.required().validate(told, options);
      if (!error) return value;
      const words = `${network} answered in words we do not know: ${error.message}.`;
      throw new GatewayFault('unknown', words);
    };
}

/** The JSON of a text; undefined where it is none. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

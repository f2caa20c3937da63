import assert from 'node:assert/strict';
import { ANYTHING, subdocument, type FieldsOf } from '../../store/fields.ts';

interface Parcel {
  readonly weight: number;
  readonly note?: string;
  readonly tags?: readonly string[];
  readonly sender: { readonly name: string; readonly phone?: string };
  readonly said: Readonly<Record<string, unknown>>;
}

const text = { type: String };
const sender = { type: subdocument<Parcel['sender']>({ name: text, phone: text }) };
const tags = { type: [String], default: undefined };
const whole = { weight: { type: Number }, note: text, tags, sender, said: ANYTHING };

describe('the schema of a document', () => {
  it('compiles with a field for each of the document and of the objects in it, and with no other', () => {
    const { note: _note, ...withoutNote } = whole;
    const schemas: readonly FieldsOf<Parcel>[] = [
      whole,
      // @ts-expect-error: one is forgotten.
      withoutNote,
      // @ts-expect-error: one of the object in it is forgotten.
      { ...whole, sender: { type: subdocument<Parcel['sender']>({ name: text }) } },
      // @ts-expect-error: the schema is that of another object.
      { ...whole, sender: { type: subdocument<{ readonly name: string }>({ name: text }) } },
      // @ts-expect-error: the object's fields are known, so that it may not have any.
      { ...whole, sender: ANYTHING },
      // @ts-expect-error: one is of another type.
      { ...whole, weight: text },
      // @ts-expect-error: one that may be left out is asked for.
      { ...whole, note: { ...text, required: true } },
      // @ts-expect-error: a list that is left out would be there, empty.
      { ...whole, tags: { type: [String] } },
    ];
    assert.equal(schemas.length, 8);
    // @ts-expect-error: the document has no such field.
    subdocument<Parcel>({ ...whole, colour: text });
  });
});

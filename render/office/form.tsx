import { createContext, type ComponentChildren, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { HiddenField } from '../pages/facts.ts';

/** What every form of the office carries: where it goes, which page has shown it, and its number. */
export interface FormFacts {
  readonly action: string;
  readonly token: string;
  readonly number: string;
  /** To whom it was shown, as a hidden field. */
  readonly owner?: HiddenField;
  /** What it was sent with, by the names of its fields: a form that is shown again begins with that. */
  readonly typed?: TypedFields;
}

export type TypedFields = Readonly<Record<string, string>>;

/** The id of the form whose fields are kept when the language is changed (contract/office#language). A page has one at most. */
export const PAGE_FORM = 'page-form';

const Typed = createContext<TypedFields | undefined>(undefined);
const Fixed = createContext(false);

/** What was typed into the form around it; nothing where that is shown for the first time. */
export function useTyped(): TypedFields | undefined {
  return useContext(Typed);
}

/** Whether the form around it goes out as it was sent before, so that its fields are shown and changed no more. */
export function useFixed(): boolean {
  return useContext(Fixed);
}

interface FormProps {
  /** It is the one of the page that people fill in. */
  readonly isOfPage?: true;
  /** One of its fields is a file, the last one. */
  readonly hasFile?: true;
  readonly form: FormFacts;
  /**
   * It was sent without an answer, and asks again: what it has asked for. All that was typed goes out once more as it was: under its
   * number the API takes the same words alone.
   */
  readonly unanswered?: string | undefined;
  readonly hidden?: readonly HiddenField[];
  readonly children: ComponentChildren;
}

/** A form that changes something. */
export function OfficeForm({ children, hasFile, isOfPage, ...sent }: FormProps): JSX.Element {
  return (
    <form
      id={isOfPage && PAGE_FORM}
      class="fields"
      method="post"
      action={sent.form.action}
      enctype={hasFile && 'multipart/form-data'}
    >
      <Unseen {...sent} />
      <Fields {...sent}>{children}</Fields>
    </form>
  );
}

/** The same without a look of its own: one button among others, or buttons among what they are about. */
export function SmallForm({
  children,
  isOfPage,
  class: name,
  ...sent
}: FormProps & { readonly class?: string }): JSX.Element {
  return (
    <form id={isOfPage && PAGE_FORM} class={name} method="post" action={sent.form.action}>
      <Unseen {...sent} />
      <Fields {...sent}>{children}</Fields>
    </form>
  );
}

function Fields({ form, unanswered, children }: FormProps): JSX.Element {
  return (
    <Typed.Provider value={form.typed}>
      <Fixed.Provider value={unanswered !== undefined}>{children}</Fixed.Provider>
    </Typed.Provider>
  );
}

function Unseen({
  form,
  unanswered,
  hidden = [],
}: Omit<FormProps, 'children' | 'isOfPage' | 'hasFile'>): JSX.Element {
  const all = [
    { name: 'form_token', value: form.token },
    { name: 'form_number', value: form.number },
    ...(form.owner ? [form.owner] : []),
    ...(unanswered === undefined ? [] : [{ name: 'unanswered', value: unanswered }]),
    ...hidden,
  ];
  const names = new Set(all.map(({ name }) => name));
  const again = unanswered === undefined ? [] : Object.entries(form.typed ?? {});
  for (const [name, value] of again)
    if (!names.has(name) && !NOT_AGAIN.has(name)) all.push({ name, value });
  return (
    <>
      {all.map(({ name, value }) => (
        <input type="hidden" key={`${name} ${value}`} name={name} value={value} />
      ))}
    </>
  );
}

/** What is used once, buttons, and the tick that has taken a file away. */
const NOT_AGAIN: ReadonlySet<string> = new Set([
  'step_up',
  'lang',
  'act',
  'verdict',
  'attachment.none',
]);

/** Why a form was not taken, before its fields. */
export function FormFault({ text }: { readonly text: string }): JSX.Element {
  return (
    <div class="alert" role="alert" id="fault">
      <p class="notice-title">{text}</p>
    </div>
  );
}

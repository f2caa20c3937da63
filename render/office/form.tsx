import type { ComponentChildren, JSX } from 'preact';
import type { HiddenField } from '../pages/facts.ts';

/** What every form of the office carries: where it goes, which page has shown it, and its number. */
export interface FormFacts {
  readonly action: string;
  readonly token: string;
  readonly number: string;
}

interface FormProps {
  /** One of its fields is a file, the last one. */
  readonly hasFile?: true;
  readonly form: FormFacts;
  readonly hidden?: readonly HiddenField[];
  readonly children: ComponentChildren;
}

/** A form that changes something. */
export function OfficeForm({ children, hasFile, ...sent }: FormProps): JSX.Element {
  return (
    <form
      class="fields"
      method="post"
      action={sent.form.action}
      enctype={hasFile && 'multipart/form-data'}
    >
      <Unseen {...sent} />
      {children}
    </form>
  );
}

/** A form that is one button among others. */
export function SmallForm({ children, ...sent }: FormProps): JSX.Element {
  return (
    <form method="post" action={sent.form.action}>
      <Unseen {...sent} />
      {children}
    </form>
  );
}

function Unseen({ form, hidden = [] }: Omit<FormProps, 'children'>): JSX.Element {
  const all = [
    { name: 'form_token', value: form.token },
    { name: 'form_number', value: form.number },
    ...hidden,
  ];
  return (
    <>
      {all.map(({ name, value }) => (
        <input type="hidden" key={`${name} ${value}`} name={name} value={value} />
      ))}
    </>
  );
}

/** Why a form was not taken, before its fields. */
export function FormFault({ text }: { readonly text: string }): JSX.Element {
  return (
    <div class="alert" role="alert" id="fault">
      <p class="notice-title">{text}</p>
    </div>
  );
}

import type { ComponentChildren, JSX } from 'preact';

/** What every form of the office carries: where it goes, which page has shown it, and its number. */
export interface FormFacts {
  readonly action: string;
  readonly token: string;
  readonly number: string;
}

/** A form that changes something. */
export function OfficeForm({
  form,
  children,
}: {
  readonly form: FormFacts;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <form class="fields" method="post" action={form.action}>
      <input type="hidden" name="form_token" value={form.token} />
      <input type="hidden" name="form_number" value={form.number} />
      {children}
    </form>
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

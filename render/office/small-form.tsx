import type { ComponentChildren, JSX } from 'preact';
import type { Hidden } from './facts.ts';
import type { FormFacts } from './form.tsx';

interface SmallFormProps {
  readonly form: FormFacts;
  readonly hidden?: readonly Hidden[];
  readonly children: ComponentChildren;
}

/** A form that is one button among others. */
export function SmallForm({ form, hidden = [], children }: SmallFormProps): JSX.Element {
  const all = [
    { name: 'form_token', value: form.token },
    { name: 'form_number', value: form.number },
    ...hidden,
  ];
  return (
    <form method="post" action={form.action}>
      {all.map(({ name, value }) => (
        <input type="hidden" key={`${name} ${value}`} name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

import type { ComponentChildren } from 'preact';

/** A labelled input; its fault and its hint are read out with it. */
export function Field(props: FieldProps) {
  const { id, name, label, hint, fault, value, ...rest } = props;
  const described = [fault !== undefined && `${id}-fault`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  return (
    <div class={fault ? 'field wrong' : 'field'}>
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="text"
        required
        spellcheck={false}
        autocapitalize="off"
        value={value}
        aria-invalid={fault ? 'true' : undefined}
        aria-describedby={described === '' ? undefined : described}
        {...rest}
      />
      {fault !== undefined && (
        <p class="fault" id={`${id}-fault`} hidden={fault === ''}>
          {fault}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface FieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** Empty where a script may say one. */
  readonly fault?: string | undefined;
  readonly value?: string | undefined;
  readonly autocomplete: string;
  readonly autofocus?: boolean;
  readonly inputMode?: 'numeric' | 'text';
  readonly dir?: 'ltr' | 'auto';
  readonly maxLength?: number;
  readonly pattern?: string;
}

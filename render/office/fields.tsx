import type { ComponentChildren, JSX } from 'preact';
import { ApiSentences } from './api-sentence.tsx';
import { useFixed, useTyped } from './form.tsx';

interface FieldProps {
  readonly id: string;
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly faults?: readonly string[] | undefined;
  /** The faults may be in words of ours, in the language of the page. */
  readonly isOurs?: true | undefined;
}

interface TextProps extends FieldProps {
  /** With what it begins, unless something was typed into it. */
  readonly value?: string | undefined;
  readonly type?: 'text' | 'date' | 'email' | 'tel' | 'search';
  readonly mode?: 'decimal' | 'numeric';
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  /** Digits and addresses run from left to right in any language. */
  readonly isCode?: boolean;
}

/** A labelled field of a form, with its fault below it. Its name is its id. */
export function TextField(props: TextProps): JSX.Element | null {
  const { id, type = 'text', mode, maxLength, isRequired, isCode } = props;
  const value = useValue(id, props.value);
  if (useFixed()) return <FixedText {...props} value={value} />;
  // Preact has a type for each kind of input, which a kind that is chosen here fits by itself only.
  const kind: object = { type };
  return (
    <FieldFrame {...props}>
      <input
        id={id}
        name={id}
        {...kind}
        value={value}
        inputMode={mode}
        maxLength={maxLength}
        required={isRequired === true}
        dir={isCode === true ? 'ltr' : 'auto'}
        autocomplete="off"
        {...saidBy(props)}
      />
    </FieldFrame>
  );
}

/** What was sent in a field and goes out again as a hidden one; nothing where it was left empty. */
function FixedText({
  id,
  label,
  value = '',
  isCode,
}: Pick<TextProps, 'id' | 'label' | 'value' | 'isCode'>): JSX.Element | null {
  if (value === '') return null;
  return (
    <FieldFrame id={id} label={label}>
      <input id={id} type="text" readOnly value={value} dir={isCode === true ? 'ltr' : 'auto'} />
    </FieldFrame>
  );
}

/** What somebody says about their decision. Its faults may be in words of ours, in the language of the page. */
export function CommentField(
  props: Omit<FieldProps, 'id'> & {
    readonly value: string;
    readonly rows: number;
    readonly isRequired?: boolean;
  },
): JSX.Element {
  const { label, hint, rows, isRequired, faults = [] } = props;
  const id = 'comment';
  const value = useValue(id, props.value);
  return (
    <div class="office-field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        name={id}
        rows={rows}
        maxLength={500}
        required={isRequired === true}
        dir="auto"
        {...saidBy({ id, ...props })}
      >
        {value}
      </textarea>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {faults.length > 0 && (
        <p class="fault" id={`${id}-fault`}>
          <ApiSentences sentences={faults} isOurs />
        </p>
      )}
    </div>
  );
}

/** A file to choose. What was chosen before is never filled in: browsers do not let a page do that. */
export function FileInput(
  props: FieldProps & { readonly accept: string; readonly isRequired?: boolean },
): JSX.Element | null {
  const { id, accept, isRequired } = props;
  if (useFixed()) return null;
  return (
    <FieldFrame {...props}>
      <input
        id={id}
        name={id}
        type="file"
        accept={accept}
        required={isRequired === true}
        {...saidBy(props)}
      />
    </FieldFrame>
  );
}

interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

interface ChoiceProps extends FieldProps {
  readonly value?: string | undefined;
  readonly options: readonly ChoiceOption[];
  /** The first of them is no choice. */
  readonly isRequired?: boolean;
}

/** A list to choose one thing of. */
export function ChoiceField(props: ChoiceProps): JSX.Element | null {
  const { id, options, isRequired } = props;
  const value = useValue(id, props.value);
  if (useFixed()) {
    const chosen = value === '' ? undefined : options.find((option) => option.value === value);
    return <FixedText {...props} value={chosen?.label ?? value} />;
  }
  return (
    <FieldFrame {...props}>
      <select id={id} name={id} required={isRequired === true} {...saidBy(props)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === (value ?? '')}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface TicksProps {
  readonly name: string;
  readonly legend: ComponentChildren;
  readonly options: readonly { readonly value: string; readonly label: ComponentChildren }[];
  readonly picked: readonly string[];
  readonly faults?: readonly string[] | undefined;
  readonly hint?: ComponentChildren;
  /** In a form that is posted each box has a name of its own, `name.value`: there a field that stands twice is refused. */
  readonly isPosted?: true;
  /** One of them alone, which the field is named by. */
  readonly isOne?: true;
}

/** Several things to tick, or one of several. */
export function TickFields({
  name,
  legend,
  options,
  picked: pickedAtFirst,
  faults = [],
  hint,
  isPosted,
  isOne,
}: TicksProps): JSX.Element | null {
  const typed = useTyped();
  const isFixed = useFixed();
  const isTyped = (value: string) =>
    isOne ? typed?.[name] === value : typed !== undefined && `${name}.${value}` in typed;
  const picked = typed ? options.map(({ value }) => value).filter(isTyped) : pickedAtFirst;
  if (isFixed && picked.length === 0) return null;
  const shown = isFixed ? options.filter(({ value }) => picked.includes(value)) : options;
  const said = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(faults.length > 0 ? [`${name}-fault`] : []),
  ].join(' ');
  return (
    <fieldset class="ticks" id={name} tabIndex={-1} aria-describedby={said || undefined}>
      <legend>{legend}</legend>
      <div class="tick-row">
        {shown.map(({ value, label }) => (
          <label key={value} class="tick">
            <input
              type={isOne ? 'radio' : 'checkbox'}
              disabled={isFixed}
              required={isOne === true}
              name={isPosted ? `${name}.${value}` : name}
              value={isPosted ? 'on' : value}
              checked={picked.includes(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <FieldFaults id={name} faults={faults} />
    </fieldset>
  );
}

/** What was typed into a field; where its form is shown for the first time, with what it begins. */
function useValue(name: string, atFirst: string | undefined): string | undefined {
  const typed = useTyped();
  return typed ? typed[name] : atFirst;
}

function FieldFrame({
  id,
  label,
  hint,
  faults = [],
  isOurs,
  children,
}: FieldProps & { readonly children: ComponentChildren }): JSX.Element {
  return (
    <div class="office-field">
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldFaults id={id} faults={faults} isOurs={isOurs} />
    </div>
  );
}

function FieldFaults({
  id,
  faults,
  isOurs,
}: Pick<FieldProps, 'id' | 'isOurs'> & {
  readonly faults: readonly string[];
}): JSX.Element | null {
  if (faults.length === 0) return null;
  return (
    <p class="fault" id={`${id}-fault`}>
      <ApiSentences sentences={faults} isOurs={isOurs} />
    </p>
  );
}

function saidBy({ id, hint, faults = [] }: FieldProps) {
  const by = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(faults.length > 0 ? [`${id}-fault`] : []),
  ];
  return {
    ...(by.length > 0 && { 'aria-describedby': by.join(' ') }),
    ...(faults.length > 0 && { 'aria-invalid': 'true' as const }),
  };
}

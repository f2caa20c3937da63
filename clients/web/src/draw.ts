import { plain } from './plain.ts';
import { declarationsOf, layersOf } from './theme.ts';

export interface Drawn {
  /** The names of the parts that it is, as themes know them. */
  readonly is?: string;
  /** It is shown as text whatever stands in it. */
  readonly text?: string | undefined;
  readonly attributes?: Readonly<Record<string, string | boolean | undefined>>;
  readonly on?: Readonly<Record<string, (event: Event) => unknown>>;
}

export type Draw = ReturnType<typeof drawerOf>;

/** Makes elements with the look of their parts. Texts are only ever texts, and styles are set without a style element. */
export function drawerOf(theme: Readonly<Record<string, unknown>>) {
  const dressed = new Map<HTMLElement, string>();
  if ('responsive' in theme)
    addEventListener('resize', () => {
      for (const [element, is] of dressed)
        if (element.isConnected) dress(element, is);
        else dressed.delete(element);
    });
  const dress = (element: HTMLElement, is: string): void => {
    dressed.set(element, is);
    element.removeAttribute('style');
    const layers = layersOf(theme, (pixels) => matchMedia(`(max-width: ${pixels}px)`).matches);
    for (const layer of layers)
      for (const part of is.split(' '))
        for (const [name, value] of declarationsOf(layer[part], CSS.supports))
          element.style.setProperty(name, value);
  };
  const draw = <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    { is = '', text, attributes = {}, on = {} }: Drawn = {},
    ...children: readonly (Node | string | undefined)[]
  ): HTMLElementTagNameMap[Tag] => {
    const element = document.createElement(tag);
    if (is !== '') {
      element.className = is
        .split(' ')
        .map((part) => `sarraf__${part}`)
        .join(' ');
      dress(element, is);
    }
    if (text !== undefined) element.textContent = plain(text);
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined && value !== false)
        element.setAttribute(name, value === true ? '' : value);
    for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
    for (const child of children) if (child) element.append(child);
    return element;
  };
  return Object.assign(draw, { dress });
}

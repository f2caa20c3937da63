import { paletteOf, type Colour, type Shades } from '../../../domain/theme.ts';

/** What a merchant's colour changes of the tokens (`tokens.ts`), by day and by night. */
export function accentStyles(accent: Colour): string {
  const { light, dark } = paletteOf(accent);
  return `
:root { ${tokens(light)} }
@media (prefers-color-scheme: dark) {
  :root { ${tokens(dark)} }
}
`;
}

function tokens(shades: Shades): string {
  return [
    `--brand: ${shades.brand};`,
    `--brand-hover: ${shades.hover};`,
    `--on-brand: ${shades.onBrand};`,
    `--brand-soft: ${shades.soft};`,
    `--panel: ${shades.panel};`,
    `--on-panel: ${shades.onPanel};`,
    `--on-panel-muted: ${shades.onPanelMuted};`,
    `--panel-line: ${shades.panelLine};`,
    `--brass: ${shades.panelLine};`,
  ].join(' ');
}

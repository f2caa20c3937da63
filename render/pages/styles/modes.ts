/** What people ask of their system: their own colours, less motion, paper. */
export const modes = `
@media (forced-colors: active) {
  .sheet, .method, .badge, .sign, .button { border: 1px solid; }
  .panel { outline: 1px solid; }
  .method:has(:checked) { border: 3px solid Highlight; }
  .button.primary { border: 3px solid; }
  .field select { appearance: auto; }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { transition: none !important; animation: none !important; }
}
@media print {
  :root { color-scheme: light; }
  body { background: none; color: #000; }
  .sheet { box-shadow: none; border: 1px solid #999; }
  .language, .actions { display: none; }
  .sandbox { border: 1px solid; background: none; color: inherit; }
  .invoice { padding: 1.5rem; }
  .invoice-facts { grid-template-columns: 1fr auto; }
  .pay-code { display: grid; }
  .invoice thead { display: table-header-group; }
  .invoice tr, .sums, .parties > *, .line { break-inside: avoid; }
  .rows { overflow: visible; }
}
`;

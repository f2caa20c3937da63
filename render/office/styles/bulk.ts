/** Files of requests: how far they have come, and their wrong rows. */
export const bulkStyles = `
.bulk-name { font-size: clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem); font-weight: 650 !important; overflow-wrap: anywhere; }
.bulk-progress { inline-size: 100%; max-inline-size: 28rem; block-size: 0.75rem; accent-color: var(--brand); }
.bulk-parts { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; margin-block-start: 1rem; }
.wrong-count { color: var(--bad); }
.row-faults { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
.row-faults li + li { margin-block-start: 0.375rem; }
.fault-column { display: block; font-weight: 600; }
.bulk-sums { display: grid; }
.found { margin-block: 0 1rem; }
.question + .found { margin-block: 1rem 0; }
.office-field input[type="file"] { padding: 0.5rem 0.75rem; }
.question .filters .filter-groups { margin-block-start: 0.25rem; }
.templates { margin-block-start: 1.5rem; }
.template-links { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 0.75rem 1.5rem; margin: 0; }
.template-links dt { margin-block-end: 0.375rem; font-weight: 550; }
.template-links dd { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0; }
@media (min-width: 48rem) {
  .bulk-rows th:nth-child(1) { inline-size: 26%; }
  .bulk-rows th:nth-child(3), .bulk-rows th:nth-child(4), .bulk-rows th:nth-child(5) { inline-size: 10%; }
  .wrong-rows th:nth-child(1) { inline-size: 6rem; }
  .wrong-rows th:nth-child(3) { inline-size: 11rem; }
}
@media (min-width: 64rem) {
  .bulk-parts { grid-template-columns: minmax(0, 20rem) minmax(0, 1fr); align-items: start; }
}
`;

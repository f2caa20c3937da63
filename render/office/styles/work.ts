/** The inbox, and the screen on which somebody decides: on a phone all of it at once, with its buttons at the lower edge. */
export const workStyles = `
.decision { gap: 0.875rem; }
.decision h1 { font-size: clamp(1.125rem, 1rem + 0.6vw, 1.375rem); line-height: 1.4; overflow-wrap: anywhere; }
.decision > .lines .line { flex-wrap: nowrap; }
.decision > .lines dt { flex: 0 1 auto; min-inline-size: 5.5rem; }
.decision > .lines dd { flex: 0 1 auto; min-inline-size: 0; overflow-wrap: anywhere; }
.decision .lead { color: var(--ink); overflow-wrap: anywhere; }
.decision .fields { gap: 0.75rem; }
.decision textarea {
  inline-size: 100%;
  min-block-size: 2.75rem;
  padding: 0.375rem 0.75rem;
  border: 1px solid var(--control);
  border-radius: 8px;
  background: var(--surface);
  color: var(--ink);
  font: inherit;
  resize: vertical;
}
.decision textarea[aria-invalid="true"] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.warnings { padding: 0.625rem 0.875rem; border: 1px solid var(--warn); border-radius: 10px; background: var(--warn-soft); }
.warnings h2 { display: flex; align-items: center; gap: 0.375rem; color: var(--warn); font-size: 0.9375rem; font-weight: 600; }
.warnings .icon { inline-size: 1.125rem; block-size: 1.125rem; }
.warnings ul { margin: 0.125rem 0 0; padding-inline-start: 1.5rem; }
.changed { background: none; color: inherit; }
.why-not { padding-inline-start: 0.875rem; border-inline-start: 3px solid var(--brass); font-weight: 550; }
.onward { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.onward p { flex: 1 0 100%; }
.kind-form { display: flex; flex-wrap: wrap; align-items: end; gap: 0.5rem; margin-block-end: 1rem; }
.kind-form .office-field { flex: 0 1 24rem; }
.task-group { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.375rem; margin-block-end: 1.75rem; }
.task-head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.75rem; }
.task-head h2 { font-size: 1.0625rem; font-weight: 650; }
.row-name { font-weight: 600; }
.task-does { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 0.375rem; }
.done[open] { flex: 1 0 100%; }
.done > summary { list-style: none; }
.done > summary::-webkit-details-marker { display: none; }
.done .fields { gap: 0.5rem; padding-block-start: 0.5rem; }
@media (min-width: 48rem) {
  .task-rows { table-layout: fixed; }
  .task-rows th:nth-child(2) { inline-size: 14%; }
  .task-rows th:nth-child(3), .task-rows th:nth-child(4) { inline-size: 13%; }
  .task-rows th:nth-child(5) { inline-size: 14%; }
  .task-rows th:nth-child(6) { inline-size: 25%; }
  .task-rows time { white-space: normal; }
}
@media (max-width: 47.99rem) {
  .decision { padding: 0.875rem 1rem; gap: 0.625rem; }
  .decision > .lines { padding: 0.5rem 0.75rem; gap: 0.25rem; font-size: 0.875rem; }
  .decision .fields { gap: 0.5rem; }
  .decision .question-does { margin: 0 -1rem -0.875rem; padding-block: 0.5rem; }
}
`;

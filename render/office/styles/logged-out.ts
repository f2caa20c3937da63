/** Pages for who is not logged in: one subject in one narrow sheet. */
export const loggedOutStyles = `
.logged-out .header { max-inline-size: 28rem; }
.narrow { max-inline-size: 28rem; padding: clamp(1.25rem, 5vw, 2.25rem); margin-block-end: 2rem; }
.office-name { font-weight: 600; }
.part { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; padding-block-start: 1.25rem; border-block-start: 1px solid var(--line); }
.part h2 { font-size: 1.0625rem; }
.logins, .recovery-codes { display: grid; gap: 1rem; margin: 0; padding: 0; list-style: none; }
.logins li { display: grid; gap: 0.375rem; }
.recovery-codes { grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.5rem; }
.narrow h1 { font-size: clamp(1.375rem, 1.1rem + 1.6vw, 1.75rem); font-weight: 650; }
.recovery-codes code { font: 1.0625rem ui-monospace, monospace; }
/* Scanners need it black on white. */
.code-picture { justify-self: center; padding: 0.5rem; border-radius: 8px; background: #fff; }
`;

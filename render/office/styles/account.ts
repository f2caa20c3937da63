/** What people see and change of themselves. */
export const accountStyles = `
.account h1 { font-size: 1.5rem; font-weight: 650; }
.account .button { justify-self: start; inline-size: auto; }
.mail-choice { grid-template-columns: minmax(0, 1fr) minmax(7rem, auto); align-items: center; }
.logins, .recovery-codes { display: grid; gap: 1rem; margin: 0; padding: 0; list-style: none; }
.logins li { display: grid; gap: 0.375rem; }
.recovery-codes { grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.5rem; }
.recovery-codes code { font: 1.0625rem ui-monospace, monospace; }
/* Scanners need it black on white. */
.code-picture { justify-self: center; padding: 0.5rem; border-radius: 8px; background: #fff; }
`;

/** Pages for who is not logged in: one subject in one narrow sheet. */
export const loggedOutStyles = `
.logged-out .header { max-inline-size: 28rem; }
.logged-out .sheet { max-inline-size: 28rem; padding: clamp(1.25rem, 5vw, 2.25rem); margin-block-end: 2rem; }
.office-name { font-weight: 600; }
.sheet h1 { font-size: clamp(1.375rem, 1.1rem + 1.6vw, 1.75rem); font-weight: 650; }
`;

/** Pages for who is not logged in: one subject in one narrow sheet. */
export const loggedOutStyles = `
.logged-out .header { max-inline-size: 28rem; }
.narrow { max-inline-size: 28rem; padding: clamp(1.25rem, 5vw, 2.25rem); margin-block-end: 2rem; }
.office-name { font-weight: 600; }
`;

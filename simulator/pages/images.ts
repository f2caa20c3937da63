/** The few drawings that the style sheet and the browser's tab ask for, by their address. */
export const IMAGES: ReadonlyMap<string, string> = new Map([
  [
    '/assets/icon.svg',
    svg(
      '<rect width="24" height="24" rx="6" fill="#0b5fb0"/><rect x="4.5" y="7" width="15" height="10.5" rx="2" fill="none" stroke="#fff" stroke-width="1.5"/><path d="M4.5 10.5h15" stroke="#fff" stroke-width="1.5"/>',
    ),
  ],
  ['/assets/good.svg', stroke('M5 12.5l4.5 4.5L19 7.5')],
  ['/assets/bad.svg', stroke('M12 5.5v8M12 17.5v.5')],
]);

function stroke(path: string): string {
  return svg(
    `<path d="${path}" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>`,
  );
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${content}</svg>`;
}

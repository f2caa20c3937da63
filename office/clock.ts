/** The time of our clock in UTC, which says whether that of a device is right. */
export function clockHere(): string {
  return new Date().toISOString().slice(11, 16);
}

/** When what a form has shown of who somebody is was wrong, once the API asks for it again; nothing where it showed nothing. */
export function wrongStepUp(field: (name: string) => string): { readonly wrongAt?: string } {
  return field('step_up') === '' ? {} : { wrongAt: clockHere() };
}

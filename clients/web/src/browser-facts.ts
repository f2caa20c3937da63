/** What banks ask of the browser in which somebody pays, and only a program in the page can say (contract/sdk#the-payers-browser). */
export function browserFacts(): object {
  return {
    language: navigator.language || 'en',
    screen_width: Math.round(screen.width),
    screen_height: Math.round(screen.height),
    color_depth: screen.colorDepth,
    time_zone_offset: Math.round(new Date().getTimezoneOffset()),
  };
}

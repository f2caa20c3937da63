/** What banks ask of the browser in which somebody pays, and only a program in the page can say (contract/sdk#the-payers-browser). */
export const browserFacts = (): object => ({
  language: navigator.language,
  screen_width: screen.width,
  screen_height: screen.height,
  color_depth: screen.colorDepth,
  time_zone_offset: new Date().getTimezoneOffset(),
});

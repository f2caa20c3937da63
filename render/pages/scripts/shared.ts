/** Generated from clients/web/src/shared.ts. Do not edit: change that, then run `npm run generate`. */
export const shared: string = `
var browserFacts = () => ({
  language: navigator.language,
  screen_width: screen.width,
  screen_height: screen.height,
  color_depth: screen.colorDepth,
  time_zone_offset: (/* @__PURE__ */ new Date()).getTimezoneOffset()
});

function endingAfter(ms) {
  return "timeout" in AbortSignal ? AbortSignal.timeout(ms) : null;
}

function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

var PATIENCE_MS = 2e4;
var COMING_MS = 1e4;
function networkFrame(frame, {
  url,
  scheme,
  language,
  title,
  enter,
  missing
}) {
  const address = new URL(url);
  const { searchParams: query } = address;
  query.set("origin", location.origin);
  query.set("lang", language);
  if (scheme === "light") query.set("scheme", scheme);
  frame.title = title;
  frame.referrerPolicy = "no-referrer";
  frame.setAttribute("sandbox", "allow-forms allow-scripts allow-same-origin allow-popups");
  frame.src = address.href;
  let isReady = false;
  let typed;
  let waiting;
  const ask = () => frame.contentWindow?.postMessage({ type: "submit" }, address.origin);
  const coming = setTimeout(missing, COMING_MS);
  const hear = ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== address.origin || !isRecord(data)) return;
    const { type, reference, height } = data;
    clearTimeout(coming);
    if (typeof height === "number") frame.style.height = \`\${height}px\`;
    if (type === "ready" || type === "valid") typed = void 0;
    if (type === "done" && typeof reference === "string") typed = reference;
    if (type === "enter") enter();
    if (type === "done" || type === "ready" || type === "faulty") {
      if (isReady) waiting?.(typed);
      else if (waiting) ask();
      isReady = true;
    }
  };
  addEventListener("message", hear);
  return {
    frame,
    isReady: () => isReady,
    reference: async () => {
      if (typed !== void 0) return typed;
      const answer = new Promise((resolve) => {
        waiting = resolve;
        setTimeout(resolve, PATIENCE_MS);
      });
      if (isReady) ask();
      return answer;
    },
    stop: () => {
      clearTimeout(coming);
      removeEventListener("message", hear);
    }
  };
}

async function canPayBy(isApple, request) {
  try {
    return (!isApple || "ApplePaySession" in window) && await request().canMakePayment();
  } catch {
    return false;
  }
}
function answerApple(request, merchantSession) {
  request.addEventListener("merchantvalidation", (event) => {
    const { validationURL } = event;
    event.complete(merchantSession(validationURL));
  });
  return request;
}
`;

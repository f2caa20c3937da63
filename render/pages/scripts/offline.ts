/**
 * Says so when the network goes, until it is back. What was typed stays in the page. Only the change counts: what a browser says of
 * itself can be wrong, and this page has just come by the network.
 */
export const offline = `
  const notice = document.querySelector('[data-offline] > *');
  if (!notice) return;
  for (const change of ['online', 'offline'])
    addEventListener(change, () => {
      notice.hidden = change === 'online';
    });
`;

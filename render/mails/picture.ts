/** The mail with a picture of one point at its end, whose being fetched says that the mail was shown. */
export function withPicture(html: string, url: string): string {
  const end = html.lastIndexOf('</body>');
  if (end < 0) return html;
  const address = url.replace(/[&"<>]/g, encodeURIComponent);
  return `${html.slice(0, end)}<img src="${address}" width="1" height="1" alt="" style="display:block;border:0">${html.slice(end)}`;
}

/** Printed sheets as pages of this browser. */

/**
 * The addresses of a file of sheets and of its style sheet; the file's comes first. A page that is opened from here is under
 * the policy of this one, by which a style sheet inside of the file does not count, but one with an address of its own does.
 */
export function addressesOf(html: string): [page: string, style: string] {
  const [open, close] = ["<style>", "</style>"];
  const [from, to] = [html.indexOf(open), html.indexOf(close)];
  const address = (text: string, type: string) => URL.createObjectURL(new Blob([text], { type }));
  const style = address(html.slice(from + open.length, to), "text/css");
  const page = `${html.slice(0, from)}<link rel="stylesheet" href="${style}">${html.slice(to + close.length)}`;
  return [address(page, "text/html"), style];
}

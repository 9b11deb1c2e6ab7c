// Where a request goes, however it is spelt.

/** The path requested, also where a proxy names the whole address; undefined where there is none. A slash at its end is nothing. */
export function pathOf(url: string): string | undefined {
  const path = url.startsWith('/') ? url.split(/[?#]/, 1)[0] : URL.parse(url)?.pathname;
  return path?.replace(/(?<=.)\/$/, '');
}

/** The day, YYYY-MM-DD, that a moment falls on in a zone. */
export const localDay = (ms: number, timezone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(ms);

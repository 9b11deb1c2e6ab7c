// Status codes (RFC 3463) by which a mail server says that the address itself does not work: no other code says that, whatever its class.

const GONE: ReadonlySet<string> = new Set(['5.1.1', '5.1.10', '5.1.6', '5.2.1']);
/** Of servers that send no longer code: no such mailbox. */
const GONE_SHORT: ReadonlySet<string> = new Set(['550', '553']);

export const isGoneStatus = (status: string | null): boolean => status !== null && GONE.has(status);

/** The code of an answer to `RCPT TO` that says so; undefined for every other answer. */
export function goneCodeOf(response: string): string | undefined {
  const [, short = '', long] = /^(\d{3})(?:[- ](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? [];
  if (long !== undefined) return GONE.has(long) ? long : undefined;
  return GONE_SHORT.has(short) ? short : undefined;
}

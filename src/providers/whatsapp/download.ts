// The bytes of a file that somebody sent in WhatsApp: at the address that WhatsApp names, which is asked with the token only where the host is Meta's.
import { ProviderFailure, type ProviderOutcome } from '../http/failure.ts';
import { createOutside, type OutsideReason, OutsideRefusal } from '../http/guard.ts';

const OF_META = /(?:^|\.)(?:fbsbx\.com|fbcdn\.net|facebook\.com|whatsapp\.net)$/i;

export interface DownloadOptions {
  /** Of a Cloud API that the operator has configured in place of Meta's. */
  ownOrigin: string | undefined;
  maxBytes: number;
  timeoutMs: number;
}

const OUTCOMES: Partial<Record<OutsideReason, ProviderOutcome>> = { long: 'too_large', url: 'unusable', address: 'unusable' };

const failure = (outcome: ProviderOutcome, message: string, status?: number): ProviderFailure =>
  new ProviderFailure('whatsapp', outcome, `whatsapp: ${message}`, { status });

/** @throws ProviderFailure, and nothing else. */
export async function downloadMedia(
  address: string,
  token: string,
  { ownOrigin, maxBytes, timeoutMs }: DownloadOptions,
): Promise<Buffer> {
  const url = URL.parse(address);
  const isOwn = ownOrigin !== undefined && url?.origin === new URL(ownOrigin).origin;
  if (!url || !(isOwn || OF_META.test(url.hostname))) throw failure('unusable', 'the file is at a host that is not of Meta');
  const way = createOutside(isOwn ? { isAllowed: () => true, ports: 'any', asksInnerNames: true } : { isHttpsOnly: true });
  try {
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await way(url.href, { headers, maxBytes, timeoutMs });
    if (status === 200) return body;
    if (status === 401 || status === 403) throw failure('reconnect', `the file was refused (${status})`, status);
    throw failure(status === 404 || status === 410 ? 'not_found' : 'unavailable', `the file was not sent (${status})`, status);
  } catch (error) {
    if (!(error instanceof OutsideRefusal)) throw error;
    throw failure(OUTCOMES[error.reason] ?? 'unavailable', error.message);
  }
}

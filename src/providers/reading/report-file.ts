// The file of a prepared report at a platform's storage host: it is fetched without any credential, from public addresses over TLS alone, and from
// the hosts that the platform is known to use where they are known.
import { setTimeout as pause } from 'node:timers/promises';
import { ProviderFailure } from '../http/failure.ts';
import { createOutside, OutsideRefusal } from '../http/guard.ts';

const LOOPBACK = '127.0.0.1';
const TIMEOUT_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
const ATTEMPTS = 3;
const PASSING: readonly string[] = ['unresolved', 'unreachable', 'slow'];

export interface ReportFiles {
  provider: string;
  /** The address that replaces the platform's own, such as a test server: its files may be there, too. */
  url: string | undefined;
  /** Absent where the platform does not say where its files are. */
  isStorage?: (hostname: string) => boolean;
  pollMs: number;
}

/** @throws ProviderFailure */
export function createReportFiles({ provider, url: ownUrl, isStorage, pollMs }: ReportFiles): (link: string) => Promise<Buffer> {
  const own = ownUrl === undefined ? undefined : new URL(ownUrl).hostname;
  const isLocal = own === LOOPBACK;
  const outside = createOutside(isLocal ? { isAllowed: (address) => address === LOOPBACK, ports: 'any' } : {});
  const failure = (outcome: ProviderFailure['outcome'], message: string) =>
    new ProviderFailure(provider, outcome, `${provider}: ${message}`);

  /** Undefined where another attempt may help. */
  async function fetchFile(link: string): Promise<Buffer | undefined> {
    try {
      const { status, body } = await outside(link, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
      return status === 200 ? body : undefined;
    } catch (error) {
      if (!(error instanceof OutsideRefusal)) throw error;
      if (PASSING.includes(error.reason)) return undefined;
      throw failure(error.reason === 'long' ? 'too_large' : 'unusable', 'the file of the report cannot be fetched');
    }
  }

  return async (link) => {
    const url = URL.parse(link);
    const isKnown = url?.protocol === 'https:' && (isStorage === undefined || isStorage(url.hostname));
    if (!isKnown && (own === undefined || url?.hostname !== own))
      throw failure('unusable', 'the report is at a host that is not its storage');
    for (let attempt = 1; ; attempt += 1) {
      const file = await fetchFile(link);
      if (file) return file;
      if (attempt === ATTEMPTS) throw failure('unavailable', 'the file of the report cannot be fetched');
      await pause(pollMs);
    }
  };
}

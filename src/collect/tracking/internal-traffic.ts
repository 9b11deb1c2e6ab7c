// Events that are stored with a mark and left out of the figures like those of bots, until the settings count them: of the site's own people, by their
// network or a mark of the device, and of a tracking key in quarantine.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { components } from '../../base/contract/types.ts';
import { networkTest, shortestForm } from '../../base/kit/networks.ts';

type InternalTraffic = components['schemas']['InternalTraffic'];

/** What such events are named among bots, before what marked them; no user agent of a visitor begins with either. */
export const [INTERNAL_MARK, QUARANTINE_MARK] = ['internal traffic:', 'quarantined key:'] as const;

/** A larger network is most of the internet's visitors, or a mistake. */
const LEAST_BITS = { 4: 8, 6: 32 };

/** Each network once, as it is written shortest. */
export function checkedInternal({ networks, is_counted }: InternalTraffic): InternalTraffic {
  return { is_counted, networks: [...new Set(networks.map(checkedNetwork))].sort() };
}

function checkedNetwork(sent: string): string {
  const text = sent.trim().toLowerCase();
  if (!/^[\da-f.:]+(\/\d{1,3})?$/.test(text))
    throw new ApiError('validation_error', `internal_traffic.networks: ${text} is no address or network.`);
  try {
    networkTest(text, 'internal_traffic.networks');
  } catch (error) {
    throw new ApiError('validation_error', `${error instanceof Error ? error.message : 'internal_traffic.networks'}.`);
  }
  const [address = '', bits] = text.split('/');
  const least = LEAST_BITS[address.includes(':') ? 6 : 4];
  if (address === '' || (bits !== undefined && Number(bits) < least))
    throw new ApiError(
      'validation_error',
      `internal_traffic.networks: ${text} is larger than /${least}, which would leave out visitors.`,
    );
  return text;
}

/** Of a list of networks that was checked. */
export type IsInternal = (address: string) => boolean;

const NOBODY: IsInternal = () => false;
/** Lists of as many profiles. */
const MOST_TESTS = 1_000;

/** Made once for each list, as it is asked for every request. */
export function internalTest(base: Pick<ReadBase, 'memo'>, { networks }: InternalTraffic): IsInternal {
  if (networks.length === 0) return NOBODY;
  const tests = base.memo('collect/tracking internal networks', () => new Map<string, IsInternal>());
  const list = networks.join();
  const existing = tests.get(list);
  if (existing) return existing;
  const isIn = networkTest(list, 'internal_traffic.networks');
  const test: IsInternal = (address) => isIn(shortestForm(address));
  if (tests.size >= MOST_TESTS) tests.clear();
  tests.set(list, test);
  return test;
}

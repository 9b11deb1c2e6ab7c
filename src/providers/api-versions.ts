// Until when versions of providers' APIs work, as far as it is known.
import { readSeed } from '../base/kit/seeds.ts';

/** YYYY-MM-DD; undefined for versions whose end is not announced. */
export const lastDayOf = (provider: string, version: string): string | undefined =>
  readSeed('api_versions').find((row) => row.provider === provider && row.version === version)?.last_day || undefined;

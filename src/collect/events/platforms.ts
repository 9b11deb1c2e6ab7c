// The one name of an ad platform, and the one form of an account id there: exports and people write both in several ways. Facts of before are
// resolved by the same seeds when they land (sql/models/landing).
import { readSeed, type SeedRow } from '../../base/kit/seeds.ts';
import { nameKey } from '../../base/kit/text-key.ts';

interface Seeds {
  platforms: ReadonlyMap<string, SeedRow<'platforms'>>;
  /** The name in figures by each name in the form in which names are compared. */
  names: ReadonlyMap<string, string>;
}
let cached: Seeds | undefined;

function seeds(): Seeds {
  if (cached) return cached;
  const platforms = new Map(readSeed('platforms').map((row) => [row.platform, row]));
  const others = readSeed('platform_names').map(({ name, platform }): [string, string] => [name, platform]);
  cached = { platforms, names: new Map([...others, ...[...platforms.keys()].map((name): [string, string] => [name, name])]) };
  return cached;
}

export interface ResolvedPlatform {
  /** As figures name it; of an unknown one the name that was given, in lower case. */
  platform: string;
  /** False of a name that the seeds do not have: it stays as it is, and its reader says so or asks. */
  isKnown: boolean;
}

/** The platform that a name means: "Google Ads", "facebook_ads" and "Bing Ads" are google, meta and microsoft. */
export function resolvePlatform(name: string): ResolvedPlatform {
  const platform = seeds().names.get(nameKey(name));
  return platform === undefined ? { platform: name.trim().toLowerCase(), isKnown: false } : { platform, isKnown: true };
}

/**
 * The one form of an ad account's id: `123-456-7890` of google is `1234567890`, `act_5` of meta is `5`. What is no number stays as it is, as do
 * ids of unknown platforms.
 * @param platform As `resolvePlatform` names it.
 */
export function accountForm(platform: string, accountId: string): string {
  const text = accountId.trim();
  const prefix = seeds().platforms.get(platform)?.account_prefix;
  if (prefix === undefined) return text;
  const bare = (text.toLowerCase().startsWith(prefix) ? text.slice(prefix.length) : text).replace(/[ -]/g, '');
  return /^[0-9]+$/.test(bare) ? bare : text;
}

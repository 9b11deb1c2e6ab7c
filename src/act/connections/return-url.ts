// Where a person may be sent after connecting: this service, the profile's own sites, and the apps that act for the profile.
import { allApps, authorizationsOf, returnOrigins } from '../../account/apps/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import { publicAddress } from '../../base/kit/public-address.ts';

const LONGEST = 2_000;

/** @throws ApiError `validation_error` for an address of a foreign origin. */
export function checkedReturnUrl(base: Base, profile: ProfileRef, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = URL.parse(given);
  const isAllowed = url !== null && given.length <= LONGEST && url.username === '' && isAllowedOrigin(base, profile, url);
  if (isAllowed) return url.href;
  throw new ApiError(
    'validation_error',
    'return_url: must be an address of this service, of a domain of the profile (https), or of a return origin of an app that acts for it.',
  );
}

function isAllowedOrigin(base: Base, { profileId, workspaceId }: ProfileRef, { origin, protocol, hostname }: URL): boolean {
  if (origin === new URL(publicAddress(base)).origin) return true;
  const { domains } = profileSettings(base, profileId);
  if (protocol === 'https:' && domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))) return true;
  return allApps(base).some(
    (app) =>
      app.revokedAt === null &&
      returnOrigins(app).includes(origin) &&
      authorizationsOf(base, app.appId, workspaceId).some((each) => each.profileId === null || each.profileId === profileId),
  );
}

// Copies of the pictures of creatives: a file each in the profile's folder. Their addresses are signed and expire after one to two days;
// only answers to callers who may read the profile contain them.
import { timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Base, ReadBase } from '../../../base/base.ts';
import { publicAddress } from '../../../base/kit/public-address.ts';
import { profileFolder } from '../../../base/warehouse/layout.ts';
import { resolvePlatform } from '../../../collect/events/index.ts';
import { hashOf } from './picture-hash.ts';
import type { PictureType } from './picture-type.ts';

const DAY_SECONDS = 86_400;
const PICTURE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const pictureFolder = (base: Pick<ReadBase, 'config'>, profileId: string): string =>
  join(profileFolder(base.config.dataDir, profileId), 'pictures');

const fileOf = (base: Pick<ReadBase, 'config'>, profileId: string, pictureId: string): string =>
  join(pictureFolder(base, profileId), pictureId);

export async function storePicture(base: Base, profileId: string, pictureId: string, bytes: Buffer): Promise<void> {
  const path = fileOf(base, profileId, pictureId);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.tmp`, bytes, { mode: 0o600 });
  await rename(`${path}.tmp`, path);
}

export const removePictures = (base: Base, profileId: string): Promise<void> =>
  rm(pictureFolder(base, profileId), { recursive: true, force: true });

const signatureOf = (base: ReadBase, profileId: string, pictureId: string, until: number): string =>
  base.state.keys.token(profileId, 'creative picture', `${pictureId} ${until}`);

/** The address of a picture; the same for a day, so that browsers keep it. */
function addressOf(base: ReadBase, profileId: string, pictureId: string): string {
  const until = (Math.floor(base.clock.now() / 1000 / DAY_SECONDS) + 2) * DAY_SECONDS;
  return `${publicAddress(base)}/ad-pictures/${pictureId}/${until}/${signatureOf(base, profileId, pictureId, until)}`;
}

/** Addresses of the pictures of creatives, by platform and creative. */
export function pictureAddresses(
  base: ReadBase,
  profileId: string,
  creativeIds: readonly string[],
): (platform: string, creativeId: string) => string | null {
  const found = base.state
    .statement('act/connections/pictures_of_creatives')
    .all({ profile_id: profileId, creative_ids: JSON.stringify(creativeIds) });
  const known = new Map(found.map((row) => [`${resolvePlatform(row.platform).platform} ${row.creative_id}`, row.picture_id]));
  return (platform, creativeId) => {
    const pictureId = known.get(`${resolvePlatform(platform).platform} ${creativeId}`);
    return pictureId === undefined ? null : addressOf(base, profileId, pictureId);
  };
}

/** The picture behind an address; undefined for one that was not given out, or is over. */
export async function findPicture(
  base: ReadBase,
  { pictureId, until, signature }: { pictureId: string; until: string; signature: string },
): Promise<{ bytes: Buffer; contentType: PictureType } | undefined> {
  if (!PICTURE_ID.test(pictureId) || !/^\d{1,12}$/.test(until) || Number(until) * 1000 <= base.clock.now()) return undefined;
  const row = base.state.statement('act/connections/picture_get').get({ picture_id: pictureId });
  if (!row?.content_type) return undefined;
  const [sent, own] = [Buffer.from(signature), Buffer.from(signatureOf(base, row.profile_id, pictureId, Number(until)))];
  if (sent.length !== own.length || !timingSafeEqual(sent, own)) return undefined;
  const bytes = await readFile(fileOf(base, row.profile_id, pictureId)).catch(() => undefined);
  if (!bytes || (row.sha256 !== null && hashOf(bytes) !== row.sha256)) return undefined;
  return { bytes, contentType: row.content_type };
}

/** The copy of a creative's picture; `none` where there never was one, `gone` where it is missing or damaged. */
export async function readPicture(
  base: ReadBase,
  profileId: string,
  { platform, creativeId }: { platform: string; creativeId: string },
): Promise<Buffer | 'none' | 'gone'> {
  const rows = base.state
    .statement('act/connections/pictures_of_creative')
    .all({ profile_id: profileId, creative_id: creativeId });
  const row = rows.find((each) => resolvePlatform(each.platform).platform === resolvePlatform(platform).platform);
  if (!row) return 'none';
  const bytes = await readFile(fileOf(base, profileId, row.picture_id)).catch(() => undefined);
  return bytes === undefined || (row.sha256 !== null && hashOf(bytes) !== row.sha256) ? 'gone' : bytes;
}

// Where share links of a profile lead when they do not say it themselves.
import type { ReadBase } from '../../base/base.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { storedTags } from './stored.ts';
import { checkedAddress, checkedTags, taggedAddress, tagsWith } from './tags.ts';

function shown(base: ReadBase, profileId: string) {
  const row = base.state.statement('account/brand/share_get').get({ profile_id: profileId });
  if (!row) return { profile_id: profileId, url: null, utm: null, tagged_url: null };
  const utm = tagsWith(storedTags.read(row.utm), { source: 'share', campaign: null });
  return { profile_id: profileId, url: row.url, utm, tagged_url: taggedAddress(row.url, utm) };
}

export const getShareDestination = reading('getShareDestination', ({ profile }, base) => ({
  data: shown(base, profile.profileId),
}));

export const putShareDestination = stateChange('putShareDestination', ({ principal, profile, body }, base) =>
  base.state.tx(() => {
    const { profileId, workspaceId } = profile;
    const url = body.url === null ? null : checkedAddress('url', body.url);
    if (url === null) base.state.statement('account/brand/share_remove').run({ profile_id: profileId });
    else {
      const utm = storedTags.write(checkedTags('utm', body.utm));
      base.state.statement('account/brand/share_put').run({ profile_id: profileId, url, utm, now: base.clock.now() });
    }
    const detail = { host: url === null ? null : new URL(url).host };
    const actor = actorOf(principal);
    writeAudit(base, { actor, action: 'share_destination.updated', workspaceId, profileId, subject: profileId, detail });
    return { data: shown(base, profileId) };
  }),
);

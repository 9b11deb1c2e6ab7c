// A profile's attribution settings: four windows, the model its overview uses, and the system whose report of a sale counts. Built-in values hold until a decision
// overrides them; every change is a decision and requests a replay.

import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import { queueReplay } from '../pipeline/index.ts';

export const MODELS = [
  'first_touch',
  'last_touch',
  'last_non_direct',
  'first_paid',
  'last_paid',
  'linear',
  'position_based',
  'time_decay',
  'data_driven',
] as const;
export type Model = (typeof MODELS)[number];

export interface AttributionSettings {
  /** Days, 1 to 90. */
  click_window_days: number;
  view_through_window_days: number;
  first_touch_window_days: number;
  cash_window_days: number;
  model: Model;
  /** The system whose report of a sale counts where several report it; null: shops first. */
  system_of_record: string | null;
}

const builtIn: AttributionSettings = {
  click_window_days: 30,
  view_through_window_days: 1,
  first_touch_window_days: 90,
  cash_window_days: 90,
  model: 'last_non_direct',
  system_of_record: null,
};

export function settingsInForce(base: ReadBase, profileId: string): AttributionSettings {
  const own = base.state.statement('credit/goals/settings_list').all({ profile_id: profileId });
  const stored = new Map(own.map((row) => [row.name, row.value]));
  const days = (name: Exclude<keyof AttributionSettings, 'model' | 'system_of_record'>): number =>
    Number(stored.get(name) ?? builtIn[name]);
  return {
    click_window_days: days('click_window_days'),
    view_through_window_days: days('view_through_window_days'),
    first_touch_window_days: days('first_touch_window_days'),
    cash_window_days: days('cash_window_days'),
    model: (stored.get('model') as Model | undefined) ?? builtIn.model,
    system_of_record: stored.get('system_of_record') || builtIn.system_of_record,
  };
}

export const getAttributionSettings = reading('getAttributionSettings', ({ profile }, base) => ({
  data: settingsInForce(base, profile.profileId),
  meta: { profile_id: profile.profileId },
}));

interface SettingChange {
  name: keyof AttributionSettings;
  value: string | number | null;
  /** As decisions have it. */
  stored: string;
}

/** The settings that a request changes. */
export function changedSettings(
  before: AttributionSettings,
  { system_of_record: system, ...others }: Partial<AttributionSettings>,
): SettingChange[] {
  const wanted = { ...others, ...(system === undefined ? {} : { system_of_record: system?.trim().toLowerCase() || null }) };
  return (Object.entries(wanted) as [keyof AttributionSettings, string | number | null][])
    .filter(([name, value]) => before[name] !== value)
    .map(([name, value]) => ({ name, value, stored: String(value ?? '') }));
}

export const updateAttributionSettings = stateChange('updateAttributionSettings', ({ principal, profile, body }, base) => {
  const { profileId, workspaceId } = profile;
  const actor = actorOf(principal);
  base.state.tx(() => {
    const before = settingsInForce(base, profileId);
    const changes = changedSettings(before, body);
    for (const { name, stored } of changes) {
      base.state.statement('credit/goals/setting_put').run({ profile_id: profileId, name, value: stored });
      base.state.decide({
        profileId,
        kind: 'setting',
        afterSeq: base.journal.lastSeq(profileId),
        subject: name,
        payload: { name, value: stored },
        actor,
        decidedAt: base.clock.now(),
      });
    }
    const detail = { changes: Object.fromEntries(changes.map(({ name, value }) => [name, { from: before[name], to: value }])) };
    writeAudit(base, { actor, action: 'attribution_settings.updated', workspaceId, profileId, subject: profileId, detail });
    queueReplay(base, profileId, 'attribution settings changed');
  });
  return { data: { ...settingsInForce(base, profileId), replay_queued: true }, meta: { profile_id: profileId } };
});

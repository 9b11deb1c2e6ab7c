// The operations on channel rules: reading the current ones, replacing a profile's own, and previewing what a set of them would move.

import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { contractShape } from '../../base/contract/contract-shape.ts';
import { checkDateRange } from '../../base/contract/formats.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { decimalText } from '../../base/kit/decimals.ts';
import { prepared, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { ask, builtInRules, profileVersion, queueReplay, type RuleRow } from '../pipeline/index.ts';
import { rateWarnings } from '../rates/index.ts';
import { aliasRowsOf, builtInChannels, checkedRuleSet, ownRules, putRules, type RuleSet, rowsOf } from './channel-rules.ts';
import { nameRowsOf } from './other-names.ts';

const whole = (pattern: string) => ({ matches: pattern });

/** A built-in rule in the words of an own one. */
const builtInRule = contractShape('BuiltInChannelRule');

function shownRule(rule: RuleRow): components['schemas']['BuiltInChannelRule'] {
  const { source_pattern, medium_pattern, campaign_pattern, source_categories } = rule;
  const { click_kinds, platform_families, needs_paid, needs_direct } = rule;
  return builtInRule.parse({
    rule_id: rule.rule_id,
    channel: rule.channel,
    is_paid: rule.is_paid,
    match: rule.any_of ? 'any' : 'all',
    ...(source_pattern === null ? {} : { source: whole(source_pattern) }),
    ...(medium_pattern === null ? {} : { medium: whole(medium_pattern) }),
    ...(campaign_pattern === null ? {} : { campaign: whole(campaign_pattern) }),
    ...(source_categories === null ? {} : { source_categories }),
    ...(click_kinds === null ? {} : { click_ids: click_kinds }),
    ...(platform_families === null ? {} : { platforms: platform_families }),
    ...(needs_paid === null ? {} : { paid: needs_paid }),
    ...(needs_direct === null ? {} : { direct: needs_direct }),
  });
}

const shownSet = ({ channels, rules, spend_aliases, other_names }: RuleSet) => ({
  channels,
  rules,
  spend_aliases,
  other_names,
  built_in_channels: builtInChannels(),
});

const proposalOf = (
  row: WarehouseRow<'warehouse/credit/channels/spend_aliases_propose'>,
): components['schemas']['ProposedSpendAlias'] => ({
  utm_source: row.utm_source,
  ...(row.utm_medium === null ? {} : { utm_medium: row.utm_medium }),
  platform: row.platform,
  reason: row.reason,
  sessions: Number(row.sessions),
  campaigns: row.campaigns,
});

export const getClassificationRules = reading('getClassificationRules', async ({ profile: { profileId } }, base) => {
  const stands = ownRules(base, profileId);
  // From state, as the figures may not include the last decision yet.
  const aliases = JSON.stringify(aliasRowsOf(stands));
  const proposed = await ask(
    base,
    profileId,
    prepared('warehouse/credit/channels/spend_aliases_propose', { aliases }, ['under_rules']),
  );
  return {
    data: {
      ...shownSet(stands),
      proposed_spend_aliases: proposed.map(proposalOf),
      built_in_rules: builtInRules().map(shownRule),
    },
    meta: { profile_id: profileId },
  };
});

export const putClassificationRules = stateChange('putClassificationRules', {
  prepare: async ({ profile, body }, base) => checkedRuleSet(base, profile.profileId, body),
  change: ({ principal, profile, body }, base, checked) => {
    const { profileId, workspaceId } = profile;
    const actor = actorOf(principal);
    const current = ownRules(base, profileId);
    // Aliases and names that are left out stay as they are now: another call may have put some while this one was checked.
    const ruleSet = {
      ...checked,
      ...(body.spend_aliases ? {} : { spend_aliases: current.spend_aliases }),
      ...(body.other_names ? {} : { other_names: current.other_names }),
    };
    const isChanged = putRules(base, profileId, actor, ruleSet);
    const idsOf = ({ rules }: RuleSet): string[] => rules.map(({ rule_id }) => rule_id);
    const detail = {
      is_changed: isChanged,
      from: idsOf(current),
      to: idsOf(ruleSet),
      aliases_from: current.spend_aliases,
      aliases_to: ruleSet.spend_aliases,
      names_from: current.other_names,
      names_to: ruleSet.other_names,
    };
    writeAudit(base, { actor, action: 'classification_rules.changed', workspaceId, profileId, subject: profileId, detail });
    queueReplay(base, profileId, 'channel rules changed');
    return { data: { ...shownSet(ruleSet), replay_queued: true }, meta: { profile_id: profileId } };
  },
});

type Move = NonNullable<WarehouseRow<'warehouse/credit/channels/classification_preview'>['moves']>[number];

const moneyText = (units: bigint | null): string | null => (units === null ? null : decimalText(units, 6));

/** Null where nothing that moves has a rate. */
function movedRevenue(moves: readonly Move[]): bigint | null {
  const units = moves.map((move) => move.revenue_units);
  const sum = units.reduce((total: bigint, each) => total + (each ?? 0n), 0n);
  return sum === 0n && units.includes(null) ? null : sum;
}

const channelMove = (row: Move) => ({
  from_channel: row.from_channel,
  to_channel: row.to_channel,
  sessions: Number(row.sessions),
  revenue: moneyText(row.revenue_units),
});

export const previewClassification = reading('previewClassification', async ({ profile, body }, base) => {
  const { profileId } = profile;
  const { date_from, date_to, ...rules } = body;
  checkDateRange(date_from, date_to);
  const ruleSet = await checkedRuleSet(base, profileId, rules);
  const version = await profileVersion(base, profileId);
  const params = {
    rules: JSON.stringify(rowsOf(ruleSet)),
    aliases: JSON.stringify(aliasRowsOf(ruleSet)),
    names: JSON.stringify(nameRowsOf(ruleSet.other_names)),
    // The rates of the reports: the preview must not use another rate.
    date_from,
    date_to,
    money_from: date_from,
    money_to: date_to,
    model: null,
  };
  const labels = ['under_rules', 'all', 'in_range'];
  const [row] = await ask(base, profileId, prepared('warehouse/credit/channels/classification_preview', params, labels));
  if (!row) throw new Error('classification_preview answers one row.');
  const allMoves = row.moves ?? [];
  const moves = allMoves.map(channelMove);
  const warnings = rateWarnings(row.unpriced_currencies ?? []);
  return {
    data: {
      sessions: {
        total: Number(row.sessions),
        moved: allMoves.reduce((total, move) => total + Number(move.sessions), 0),
        joined_by_alias: Number(row.aliased_sessions),
      },
      revenue: {
        total: moneyText(row.revenue_units),
        moved: moneyText(movedRevenue(allMoves)),
      },
      moves,
      names: (row.names ?? []).map((name) => ({
        of: name.field,
        from: name.from_name,
        to: name.to_name,
        sessions: Number(name.sessions),
        revenue: moneyText(name.revenue_units),
      })),
      rules: (row.rules ?? []).map((rule) => ({
        rule_id: rule.rule_id,
        sessions: Number(rule.sessions),
      })),
    },
    meta: {
      date_from,
      date_to,
      profile_id: profileId,
      currency: row.currency,
      model: row.model,
      version,
    },
    ...(warnings.length === 0 ? {} : { warnings }),
  };
});

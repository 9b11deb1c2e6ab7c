// A profile's own channel rules: which origins they take before the built-in ones, checked, turned into rows of `channel_rules`, and
// settled as one decision on the whole list, with the aliases that join a utm_source to spend and the names that mean others. Text conditions become regular expressions of the warehouse's engine, which match
// in linear time and know no look-around and no back-references.

import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { components } from '../../base/contract/types.ts';
import { readSeed } from '../../base/kit/seeds.ts';
import { textKey } from '../../base/kit/text-key.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { resolvePlatform } from '../../collect/events/index.ts';
import { ask, builtInRules, type RuleRow } from '../pipeline/index.ts';
import { checkNames, nameRowsOf, otherNameOf } from './other-names.ts';
import { storedRuleSet } from './stored.ts';

type Schemas = components['schemas'];
export type SpendAlias = Schemas['SpendAlias'];
export interface RuleSet {
  channels: Schemas['OwnChannel'][];
  rules: Rule[];
  spend_aliases: SpendAlias[];
  other_names: Schemas['OtherName'][];
}
type Rule = Schemas['ChannelRule'];
type Condition = Schemas['TextCondition'];

const TEXTS = ['source', 'medium', 'campaign'] as const;
/** Visits without any evidence stay there under any rules. */
const DIRECT = 'Direct';

interface Channel {
  name: string;
  is_paid: boolean;
}

/** The channels that the built-in rules and the ad platforms know, in the rules' order. */
export function builtInChannels(): Channel[] {
  const channels = new Map<string, boolean>();
  for (const rule of builtInRules()) channels.set(rule.channel, rule.is_paid);
  return [...channels].map(([name, is_paid]) => ({ name, is_paid }));
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A condition as an expression for the whole text, which the models hand over in lower case. */
function patternOf(condition: Condition | undefined): string | null {
  if (!condition) return null;
  if (condition.matches !== undefined) return `(?i)${condition.matches}`;
  const texts = condition.is ?? condition.contains ?? condition.starts_with ?? [];
  const either = texts.map((text) => escaped(textKey(text.trim()))).join('|');
  return condition.is ? either : condition.contains ? `(?s).*(${either}).*` : `(?s)(${either}).*`;
}

/** The aliases as rows of `spend_aliases`. */
export const aliasRowsOf = ({ spend_aliases }: RuleSet) =>
  spend_aliases.map(({ utm_source, utm_medium, platform }) => ({ utm_source, utm_medium: utm_medium ?? null, platform }));

/** The rules as rows of `channel_rules`; what they leave out of `is_paid` is their channel's. */
export function rowsOf({ channels, rules }: RuleSet): RuleRow[] {
  const paid = new Map([...builtInChannels(), ...channels].map(({ name, is_paid }) => [name, is_paid]));
  return rules.map((rule, index) => ({
    rule_no: index,
    rule_id: rule.rule_id,
    channel: rule.channel,
    is_paid: rule.is_paid ?? paid.get(rule.channel) ?? false,
    needs_paid: rule.paid ?? null,
    source_categories: rule.source_categories ?? null,
    source_pattern: patternOf(rule.source),
    medium_pattern: patternOf(rule.medium),
    campaign_pattern: patternOf(rule.campaign),
    click_kinds: rule.click_ids ?? null,
    platform_families: rule.platforms ?? null,
    any_of: rule.match === 'any',
    needs_direct: false,
  }));
}

const refuse = (path: string, message: string): never => {
  throw new ApiError('validation_error', `${path}: ${message}`);
};

const MAX_BRACES = 2;
const MAX_REPEATS = 50;

/** Counted repetition is what makes a short expression large. */
function checkSize(path: string, pattern: string): void {
  const counted = [...pattern.matchAll(/\{(\d*)(?:,(\d*))?\}/g)];
  if (counted.length > MAX_BRACES) refuse(path, `at most ${MAX_BRACES} counted repetitions such as {2,5}.`);
  const counts = counted.flatMap(([, least, most]) => [Number(least || 0), Number(most || 0)]);
  if (counts.some((count) => count > MAX_REPEATS)) refuse(path, `repeats at most ${MAX_REPEATS} times.`);
}

function checkRule(rule: Rule, path: string, names: ReadonlySet<string>): void {
  if (!names.has(rule.channel))
    refuse(
      `${path}.channel`,
      `no channel "${rule.channel}"; list own channels in \`channels\`; known channels are ${[...names].join(', ')}.`,
    );
  const conditions = [...TEXTS, 'source_categories', 'click_ids', 'platforms', 'paid'] as const;
  if (conditions.every((name) => rule[name] === undefined))
    refuse(path, 'needs a condition: without one it would take every visit.');
  const families = new Set(readSeed('platforms').map((row) => row.family));
  const kinds = new Set(readSeed('click_ids').map((row) => row.kind));
  for (const family of rule.platforms ?? []) if (!families.has(family)) refuse(`${path}.platforms`, `no platform "${family}".`);
  for (const kind of rule.click_ids ?? []) if (!kinds.has(kind)) refuse(`${path}.click_ids`, `no click id "${kind}".`);
  for (const name of TEXTS) {
    const condition = rule[name];
    if (condition?.matches !== undefined) checkSize(`${path}.${name}.matches`, condition.matches);
    const texts = condition?.is ?? condition?.contains ?? condition?.starts_with ?? [];
    if (texts.some((text) => text.trim() === '')) refuse(`${path}.${name}`, 'an empty text matches nothing or everything.');
  }
}

/** Everything about a rule set that its schema does not say. */
function checkRules({ channels, rules }: RuleSet): void {
  const builtIn = builtInRules();
  const taken = new Set(builtIn.map((rule) => rule.channel.toLowerCase()).concat('unassigned'));
  for (const [index, { name }] of channels.entries()) {
    if (taken.has(name.toLowerCase())) refuse(`channels[${index}].name`, `there is a channel "${name}" already.`);
    taken.add(name.toLowerCase());
  }
  const names = new Set([...builtInChannels(), ...channels].map(({ name }) => name).filter((name) => name !== DIRECT));
  const builtInIds = new Set(builtIn.map((rule) => rule.rule_id).concat('unassigned'));
  const ids = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    const path = `rules[${index}].rule_id`;
    if (builtInIds.has(rule.rule_id)) refuse(path, `"${rule.rule_id}" is a built-in rule's; choose another.`);
    if (ids.has(rule.rule_id)) refuse(path, `"${rule.rule_id}" is another rule's.`);
    ids.add(rule.rule_id);
    checkRule(rule, `rules[${index}]`, names);
  }
}

/** As the models compare them. */
const aliasOf = ({ utm_source, utm_medium, platform }: SpendAlias): SpendAlias => ({
  utm_source: textKey(utm_source.trim()),
  ...(utm_medium === undefined ? {} : { utm_medium: textKey(utm_medium.trim()) }),
  platform: platform === null ? null : resolvePlatform(platform).platform,
});

/** A platform has to be a known one, or one with spend: a misspelling would join nothing, without anyone's notice. */
async function checkAliases(base: ReadBase, profileId: string, { spend_aliases }: RuleSet): Promise<void> {
  const taken = new Set<string>();
  for (const [index, { utm_source, utm_medium }] of spend_aliases.entries()) {
    const path = `spend_aliases[${index}]`;
    if (utm_source === '' || utm_medium === '') refuse(path, 'an empty text matches nothing.');
    if (['direct', '(direct)'].includes(utm_source)) refuse(`${path}.utm_source`, "direct visits are nobody's spend.");
    const name = JSON.stringify([utm_source, utm_medium ?? null]);
    if (taken.has(name)) refuse(path, 'occurs twice in the list.');
    taken.add(name);
  }
  const names = new Set(readSeed('platforms').map((row) => row.platform));
  const unknown = spend_aliases.findIndex(({ platform }) => platform !== null && !names.has(platform));
  if (unknown < 0) return;
  const spent = await ask(base, profileId, statement('warehouse/credit/channels/platforms_spent'));
  for (const row of spent) names.add(row.platform);
  const index = spend_aliases.findIndex(({ platform }) => platform !== null && !names.has(platform));
  if (index >= 0)
    refuse(
      `spend_aliases[${index}].platform`,
      `no platform "${spend_aliases[index]?.platform}" is known, and none of that name has spent.`,
    );
}

/** The engine itself says what it can compile. */
async function checkPatterns(base: ReadBase, profileId: string, { rules }: RuleSet): Promise<void> {
  const values = rules.flatMap((rule, index) =>
    TEXTS.flatMap((name) => {
      const matches = rule[name]?.matches;
      return matches === undefined ? [] : [{ path: `rules[${index}].${name}.matches`, pattern: `(?i)${matches}` }];
    }),
  );
  if (values.length === 0) return;
  const patterns = values.map(({ pattern }) => pattern);
  const [rows] = await base.warehouse.convert(profileId, [statement('warehouse/credit/channels/patterns_refused', { patterns })]);
  const refused = new Set((rows ?? []).map((row) => row.pattern));
  const bad = values.find(({ pattern }) => refused.has(pattern));
  if (bad)
    refuse(bad.path, 'no regular expression that matches in linear time (no look-around, no back-references), or too large.');
}

/** The rule set of a request, checked; aliases and names that it leaves out stay. Throws `validation_error` naming the rule and the field. */
export async function checkedRuleSet(base: ReadBase, profileId: string, body: Schemas['ChannelRuleSet']): Promise<RuleSet> {
  const spend_aliases = body.spend_aliases?.map(aliasOf) ?? ownRules(base, profileId).spend_aliases;
  const other_names = body.other_names?.map(otherNameOf) ?? ownRules(base, profileId).other_names;
  const ruleSet: RuleSet = { channels: body.channels ?? [], rules: body.rules, spend_aliases, other_names };
  checkRules(ruleSet);
  checkNames(ruleSet.other_names);
  await checkAliases(base, profileId, ruleSet);
  await checkPatterns(base, profileId, ruleSet);
  return ruleSet;
}

/** The profile's own rules as they were last put. */
export function ownRules(base: ReadBase, profileId: string): RuleSet {
  const row = base.state.statement('credit/channels/channel_rules_get').get({ profile_id: profileId });
  const none: RuleSet = { channels: [], rules: [], spend_aliases: [], other_names: [] };
  return row ? { ...none, ...storedRuleSet.read(row.rule_set) } : none;
}

/** What the decision on a rule set says to the models. */
export const ruleSetPayload = (ruleSet: RuleSet) => ({
  rules: rowsOf(ruleSet),
  aliases: aliasRowsOf(ruleSet),
  names: nameRowsOf(ruleSet.other_names),
});

/** Runs inside the caller's transaction; an unchanged set becomes no decision. Answers whether one was recorded. */
export function putRules(base: Base, profileId: string, actor: string, ruleSet: RuleSet): boolean {
  const text = storedRuleSet.write(ruleSet);
  if (text === JSON.stringify(ownRules(base, profileId))) return false;
  const now = base.clock.now();
  base.state.statement('credit/channels/channel_rules_put').run({ profile_id: profileId, rule_set: text, now });
  base.state.decide({
    profileId,
    kind: 'channel_rules',
    afterSeq: base.journal.lastSeq(profileId),
    subject: profileId,
    payload: ruleSetPayload(ruleSet),
    actor,
    decidedAt: now,
  });
  return true;
}

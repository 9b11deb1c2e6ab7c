// Rules of channels as the form has them: one condition on each of source, medium and campaign; what else a rule has is kept.
import type { Schemas } from '../../api/client.ts';

export type Rule = Schemas['ChannelRule'];
export type RuleSet = Schemas['ChannelRulesAnswer']['data'];
export type Trial = Schemas['ClassificationTrial'];
type Condition = NonNullable<Rule['source']>;

export const FIELDS = { source: 'Source', medium: 'Medium', campaign: 'Campaign' } as const;
export const fields = ['source', 'medium', 'campaign'] as const;
export type Field = (typeof fields)[number];

export const TESTS = {
  any: 'is anything',
  is: 'is one of',
  contains: 'contains one of',
  starts_with: 'starts with one of',
  matches: 'matches (regular expression)',
} as const;
export const tests = ['any', 'is', 'contains', 'starts_with', 'matches'] as const;
export type Test = (typeof tests)[number];

export function testOf(condition: Condition | undefined): [Test, string] {
  if (condition?.matches !== undefined) return ['matches', condition.matches];
  for (const test of ['is', 'contains', 'starts_with'] as const) {
    const texts = condition?.[test];
    if (texts !== undefined) return [test, texts.join(', ')];
  }
  return ['any', ''];
}

function conditionOf(test: Test, text: string): Condition | undefined {
  if (test === 'any') return undefined;
  if (test === 'matches') return { matches: text };
  const texts = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return { [test]: texts };
}

/** A rule as it is typed: texts may be unfinished. */
export interface Draft {
  /** The part of a rule that the form does not show. */
  kept: Rule;
  channel: string;
  paid: 'as' | 'yes' | 'no';
  tests: Record<Field, [Test, string]>;
}

export const draftOf = (rule: Rule): Draft => ({
  kept: rule,
  channel: rule.channel,
  paid: rule.is_paid === undefined ? 'as' : rule.is_paid ? 'yes' : 'no',
  tests: { source: testOf(rule.source), medium: testOf(rule.medium), campaign: testOf(rule.campaign) },
});

export function ruleOf({ kept, channel, paid, tests }: Draft): Rule {
  const { source: _, medium: __, campaign: ___, is_paid: ____, ...rest } = kept;
  const conditions = fields.flatMap((field) => {
    const condition = conditionOf(...tests[field]);
    return condition === undefined ? [] : [[field, condition] as const];
  });
  return {
    ...rest,
    channel: channel.trim(),
    ...(paid === 'as' ? {} : { is_paid: paid === 'yes' }),
    ...Object.fromEntries(conditions),
  };
}

/** An id that no other rule has. */
export function newRule(drafts: readonly Draft[]): Draft {
  const taken = new Set(drafts.map(({ kept }) => kept.rule_id));
  let at = drafts.length + 1;
  while (taken.has(`rule-${at}`)) at++;
  return draftOf({ rule_id: `rule-${at}`, channel: '', source: { is: [] } });
}

/** Channels beside the built-in ones: of earlier rules and of these. */
export function channelsOf(drafts: readonly Draft[], { channels, built_in_channels }: RuleSet): RuleSet['channels'] {
  const known = new Set([...channels, ...built_in_channels].map(({ name }) => name));
  const used = new Map(drafts.map(({ channel, paid }) => [channel.trim(), paid === 'yes']));
  const added = [...used].filter(([name]) => name !== '' && !known.has(name)).map(([name, is_paid]) => ({ name, is_paid }));
  return [...channels, ...added];
}

/** The part of a rule that the form does not show, in words. */
export function alsoOf({ kept }: Draft): string {
  const parts = [
    kept.match === 'any' ? 'any condition is enough' : '',
    kept.source_categories ? `kind of source: ${kept.source_categories.join(', ')}` : '',
    kept.click_ids ? `click id: ${kept.click_ids.join(', ')}` : '',
    kept.platforms ? `platform: ${kept.platforms.join(', ')}` : '',
    kept.paid === undefined ? '' : kept.paid ? 'with proof of payment' : 'without proof of payment',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

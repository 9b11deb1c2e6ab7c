// Conversion definitions: the built-in ones from seeds, overridden and added to by decisions. Exactly one active definition
// of a profile is the default; a change and its decision are one transaction, and every change asks for a replay.

import { z } from 'zod';
import { checkedCurrency } from '../../account/workspaces/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { readSeed } from '../../base/kit/seeds.ts';
import type { RowOf } from '../../base/state/state.ts';
import { typeKey } from '../../collect/events/index.ts';
import { storedTypes } from './stored.ts';

export interface Definition {
  definition_no: number;
  conversion_key: string;
  name: string;
  event_types: string[];
  revenue_type: 'cash' | 'pipeline' | 'gross';
  counting: 'every' | 'first_per_customer';
  value_rule: 'event' | 'fixed' | 'none';
  fixed_value: string | null;
  fixed_currency: string | null;
  lookback_window_days: number | null;
  is_default: boolean;
  is_active: boolean;
}

/** The fields of a definition in a request; an absent field stays, or takes the default of new ones. */
export type DefinitionChange = { conversion_key: string } & Partial<
  Pick<
    Definition,
    | 'name'
    | 'event_types'
    | 'revenue_type'
    | 'counting'
    | 'value_rule'
    | 'fixed_value'
    | 'fixed_currency'
    | 'lookback_window_days'
    | 'is_default'
    | 'is_active'
  >
>;

/** Built-in definitions, numbered 1 upwards. */
const seedRules = z.object({
  revenue_type: z.enum(['cash', 'pipeline', 'gross']),
  counting: z.enum(['every', 'first_per_customer']),
  value_rule: z.enum(['event', 'fixed', 'none']),
});

export function builtInDefinitions(): Definition[] {
  return readSeed('definitions').map((row) => ({
    definition_no: Number(row.definition_no),
    conversion_key: row.conversion_key,
    name: row.name,
    event_types: row.event_types.split('|'),
    ...seedRules.parse(row),
    fixed_value: null,
    fixed_currency: null,
    lookback_window_days: null,
    is_default: row.is_default === 'true',
    is_active: true,
  }));
}

function stored(row: RowOf<'credit/definitions/definitions_list'>): Definition {
  return {
    definition_no: row.definition_no,
    conversion_key: row.conversion_key,
    name: row.name,
    event_types: storedTypes.read(row.event_types),
    revenue_type: row.revenue_type,
    counting: row.counting,
    value_rule: row.value_rule,
    fixed_value: row.fixed_value,
    fixed_currency: row.fixed_currency,
    lookback_window_days: row.lookback_window_days,
    is_default: row.is_default === 1,
    is_active: row.is_active === 1,
  };
}

/** All definitions of a profile, removed ones included, by number. */
export function allDefinitions(base: Pick<ReadBase, 'state'>, profileId: string): Definition[] {
  const own = base.state.statement('credit/definitions/definitions_list').all({ profile_id: profileId }).map(stored);
  const overridden = new Set(own.map((definition) => definition.definition_no));
  const untouched = builtInDefinitions().filter((definition) => !overridden.has(definition.definition_no));
  return [...untouched, ...own].sort((a, b) => a.definition_no - b.definition_no);
}

/** The definitions in force. */
export const definitionsOf = (base: Pick<ReadBase, 'state'>, profileId: string): Definition[] =>
  allDefinitions(base, profileId).filter((definition) => definition.is_active);

const cachedTypes = ({ state }: Pick<ReadBase, 'state'>): Map<string, ReadonlySet<string>> =>
  state.memo('event types of definitions', () => new Map());

/** The event types that the definitions in force list, as they are compared; cached until a definition changes. */
export function countedTypes(base: Pick<ReadBase, 'state'>, profileId: string): ReadonlySet<string> {
  const profiles = cachedTypes(base);
  const cached = profiles.get(profileId);
  if (cached) return cached;
  const types = new Set(definitionsOf(base, profileId).flatMap((definition) => definition.event_types.map(typeKey)));
  profiles.set(profileId, types);
  return types;
}

/** Drops the cache of a profile that is purged, or whose definitions change. */
export const forgetCountedTypes = (base: Pick<Base, 'state'>, profileId: string): void =>
  void cachedTypes(base).delete(profileId);

/** The definition that a request's `goal` names. */
export function definitionNamed(base: ReadBase, profileId: string, named: string): Definition {
  const goal = goalKey(named);
  const found = definitionsOf(base, profileId).find((definition) => definition.conversion_key === goal);
  if (found) return found;
  const keys = definitionsOf(base, profileId).map((definition) => definition.conversion_key);
  throw new ApiError('invalid_parameter', `goal: this profile has no definition "${goal}"; it has ${keys.join(', ')}.`);
}

export function defaultDefinition(base: ReadBase, profileId: string): Definition {
  const found = definitionsOf(base, profileId).find((definition) => definition.is_default);
  if (!found) throw new Error(`profile ${profileId} has no default definition`);
  return found;
}

const MAX_DEFINITIONS = 500;

/** As one begins that is created: a built-in one's key as it is built in. */
function newDefinition(conversionKey: string, definitionNo: number): Definition {
  const builtIn = builtInDefinitions().find((definition) => definition.conversion_key === conversionKey);
  if (builtIn) return { ...builtIn, is_default: false };
  return {
    definition_no: definitionNo,
    conversion_key: conversionKey,
    name: conversionKey,
    event_types: [conversionKey],
    revenue_type: 'pipeline',
    counting: 'every',
    value_rule: 'event',
    fixed_value: null,
    fixed_currency: null,
    lookback_window_days: null,
    is_default: false,
    is_active: true,
  };
}

/** `is_active: true` alone undoes a removal; with other fields it describes a new definition, independent of the removed one. */
function isCreating(definition: Definition | undefined, { conversion_key: _, ...said }: DefinitionChange): boolean {
  if (!definition) return true;
  if (definition.is_active || said.is_active === false) return false;
  return said.is_active === undefined || Object.keys(said).length > 1;
}

function changed(from: Definition, change: DefinitionChange): Definition {
  const types = change.event_types?.map(eventType) ?? from.event_types;
  const next: Definition = { ...from, ...change, event_types: distinctTypes(types), is_active: change.is_active ?? true };
  checkValueRule(next);
  return next;
}

/** Keys are in lower case; a caller may write them in any case. */
export const goalKey = (named: string): string => named.trim().toLowerCase();

/** With its types as the models compare them. */
export const keyedDefinition = (definition: Definition): Definition & { type_keys: string[] } => ({
  ...definition,
  type_keys: definition.event_types.map(typeKey),
});

/** One of several spellings of a type counts: the first. */
function distinctTypes(types: readonly string[]): string[] {
  const spellings = new Map<string, string>();
  for (const type of types) if (!spellings.has(typeKey(type))) spellings.set(typeKey(type), type);
  return [...spellings.values()];
}

/** As intake keeps it. */
function eventType(sent: string, index: number): string {
  const type = sent.trim();
  if (type === '') throw new ApiError('validation_error', `event_types[${index}]: an empty text matches nothing.`);
  return type;
}

function checkValueRule(definition: Definition): void {
  if (definition.value_rule === 'fixed') {
    if (definition.fixed_value === null)
      throw new ApiError('validation_error', `fixed_value: "${definition.conversion_key}" needs one with value_rule "fixed".`);
    if (definition.fixed_currency === null)
      throw new ApiError('validation_error', `fixed_currency: "${definition.conversion_key}" needs one with value_rule "fixed".`);
  }
  if (definition.fixed_currency !== null) checkedCurrency('fixed_currency', definition.fixed_currency);
}

/** The result of changes, checked; nothing is written. */
export interface PlannedDefinitions {
  /** All current definitions of the profile, removed ones included. */
  before: Definition[];
  /** All of them as they would be. */
  after: Definition[];
  /** The definitions that differ from the current ones. */
  changed: Definition[];
  /** The definitions that the changes name. */
  named: Definition[];
  created: Set<string>;
}

export function planDefinitions(base: ReadBase, profileId: string, changes: DefinitionChange[]): PlannedDefinitions {
  const before = allDefinitions(base, profileId);
  const after = new Map(before.map((definition) => [definition.conversion_key, definition]));
  const created = new Set<string>();
  let nextNo = Math.max(...before.map((definition) => definition.definition_no)) + 1;
  for (const change of changes) {
    const cached = after.get(change.conversion_key);
    const isNew = isCreating(cached, change);
    if (isNew) created.add(change.conversion_key);
    // It keeps the number of the removed one, which is never used again.
    const from = cached && !isNew ? cached : newDefinition(change.conversion_key, cached?.definition_no ?? nextNo);
    const next = changed(from, change);
    if (!cached) nextNo += 1;
    after.set(next.conversion_key, next);
    if (next.is_default)
      for (const other of after.values()) if (other !== next) after.set(other.conversion_key, { ...other, is_default: false });
  }
  if (nextNo > MAX_DEFINITIONS) throw new ApiError('invalid_state', `A profile has at most ${MAX_DEFINITIONS} definitions.`);
  checkDefault(before, [...after.values()]);
  const all = [...after.values()];
  const stands = (definition: Definition): boolean => {
    const existing = before.find((other) => other.definition_no === definition.definition_no);
    return existing !== undefined && JSON.stringify(existing) === JSON.stringify(definition);
  };
  const names = new Set(changes.map((change) => change.conversion_key));
  return {
    before,
    after: all,
    changed: all.filter((definition) => !stands(definition)),
    named: all.filter((definition) => names.has(definition.conversion_key)),
    created,
  };
}

/** Applies changes in one transaction. Nothing that stays as it is becomes a decision. */
export function changeDefinitions(base: Base, profileId: string, actor: string, changes: DefinitionChange[]): PlannedDefinitions {
  return base.state.tx(() => {
    const plan = planDefinitions(base, profileId, changes);
    for (const definition of plan.changed) store(base, profileId, actor, definition);
    return plan;
  });
}

function checkDefault(before: readonly Definition[], definitions: readonly Definition[]): void {
  const defaults = definitions.filter((definition) => definition.is_default);
  if (defaults.length === 1 && defaults[0]?.is_active) return;
  const gone = before.find((definition) => definition.is_default)?.conversion_key;
  throw new ApiError(
    'invalid_state',
    `is_default: exactly one active definition is the default. It is "${gone}" now; make another one the default first.`,
  );
}

function store(base: Base, profileId: string, actor: string, definition: Definition): void {
  const now = base.clock.now();
  base.state.statement('credit/definitions/definition_put').run({
    ...definition,
    profile_id: profileId,
    event_types: storedTypes.write(definition.event_types),
    now,
  });
  forgetCountedTypes(base, profileId);
  base.state.decide({
    profileId,
    kind: 'definition',
    afterSeq: base.journal.lastSeq(profileId),
    subject: definition.conversion_key,
    payload: keyedDefinition(definition),
    actor,
    decidedAt: now,
  });
}

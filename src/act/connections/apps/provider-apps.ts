// The operations on the apps of this installation at providers. They concern every workspace, so the operator alone changes them: the owner of the
// oldest account, in a session. Their secrets are in no answer.
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import { findOperator } from '../../../account/people/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { appSettings, withAppValues } from '../../../base/config/config.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, type Principal, reading, stateChange } from '../../../base/contract/operation.ts';
import { isShop } from '../../../providers/shopify/address.ts';
import { checkApp } from './check-app.ts';
import type { AppCheck, AppCheckStatus } from './judge-answer.ts';
import { type AppValues, findApp, putApp, putCheck, removeApp, settingsOf, variablesOf } from './registrations.ts';
import { allWizards, fieldName, requireEnterable, shownApp, type WizardProvider, wizardOf } from './wizard.ts';

const mayChange = (base: ReadBase, { personId }: Principal): boolean =>
  personId !== undefined && findOperator(base)?.personId === personId;

function requireOperator(base: ReadBase, principal: Principal): void {
  if (mayChange(base, principal)) return;
  throw new ApiError(
    'forbidden',
    'Apps at providers belong to the whole installation: its operator alone, the owner of the oldest account, changes them.',
  );
}

export const listProviderApps = reading('listProviderApps', ({ principal }, base) => ({
  data: allWizards().map((each) => shownApp(base, each)),
  meta: { may_change: mayChange(base, principal) },
}));

export const putProviderApp = stateChange('putProviderApp', {
  asksOutside: true,
  prepare: ({ principal, params, body }, base) => {
    requireOperator(base, principal);
    return checkValues(base, wizardOf(params.provider), body.values, body.shop);
  },
  change: ({ principal, workspaceId }, base, checked) => {
    setApp(base, checked, { actor: actorOf(principal), workspaceId });
    return { data: shownApp(base, checked.of), meta: { may_change: true } };
  },
});

export interface CheckedApp {
  of: WizardProvider;
  values: AppValues;
  check: AppCheck;
}

/** Asks the provider, and writes nothing. @throws ApiError where it does not know the app. */
export async function checkValues(
  base: ReadBase,
  of: WizardProvider,
  sent: Readonly<Record<string, string>>,
  shop: string | undefined,
): Promise<CheckedApp> {
  requireEnterable(base, of);
  const values = enteredValues(base, of, sent);
  const settings = withAppValues(base.config.providers, of.id, values);
  const check = await checkApp(base, of.provider, settings, checkedShop(of, shop));
  refuseWrong(of, check);
  return { of, values, check };
}

/** Left out, a secret of the same app stays. @throws ApiError `validation_error` */
function enteredValues(base: ReadBase, { provider, id }: WizardProvider, sent: Readonly<Record<string, string>>): AppValues {
  const names = new Map(appSettings(id).map(({ name }) => [fieldName(name), name]));
  const foreign = Object.keys(sent).find((each) => !names.has(each));
  if (foreign !== undefined)
    throw new ApiError('validation_error', `values.${foreign}: ${provider.name} has ${[...names.keys()].join(', ')}.`);
  const before = findApp(base, id)?.values;
  const isSame = sent['client_id'] === undefined || sent['client_id'].trim() === before?.['clientId'];
  const values: Record<string, string> = {};
  for (const [field, name] of names) {
    const value = sent[field]?.trim() || (isSame ? before?.[name] : undefined);
    if (value === undefined) throw new ApiError('validation_error', `values.${field}: is needed, too.`);
    if (/[\s\p{C}]/u.test(value))
      throw new ApiError('validation_error', `values.${field}: has blanks or characters that cannot be seen.`);
    values[name] = value;
  }
  return values;
}

function checkedShop({ wizard }: WizardProvider, shop: string | undefined): string | undefined {
  if (shop === undefined) return undefined;
  if (!wizard.needsShop) throw new ApiError('validation_error', 'shop: only an app at Shopify is checked at a shop.');
  const host = shop.trim().toLowerCase();
  if (!isShop(host)) throw new ApiError('validation_error', 'shop: the domain of a shop, such as north.myshopify.com.');
  return host;
}

const WRONG: Readonly<Partial<Record<AppCheckStatus, { field: string; words: string }>>> = {
  wrong_id: { field: 'client_id', words: 'has no app with this id' },
  wrong_secret: {
    field: 'client_secret',
    words: 'does not accept this secret for the app; it may be the secret of another app, or have ended',
  },
  wrong_credentials: { field: 'client_secret', words: 'does not know an app with this id and this secret' },
};

function refuseWrong({ provider: { id, name } }: WizardProvider, { status, code, words }: AppCheck): void {
  const wrong = WRONG[status];
  if (!wrong) return;
  const said = words ?? code;
  throw new ApiError(
    'validation_error',
    `values.${wrong.field}: ${name} ${wrong.words}.${said === null ? '' : ` Its answer: ${said}`}`,
    {
      provider: id,
      ...(code === null ? {} : { provider_code: code }),
      ...(words === null ? {} : { provider_message: words }),
    },
  );
}

interface By {
  actor: string;
  workspaceId: string | null;
}

export function setApp(base: Base, { of, values, check }: CheckedApp, { actor, workspaceId }: By): void {
  requireEnterable(base, of);
  putApp(base, of.id, values, check, actor);
  const detail = { provider: of.id, client_id: values['clientId'] ?? null, check: check.status };
  writeAudit(base, { actor, action: 'provider_app.set', ...placeOf(workspaceId), subject: of.id, detail });
}

/** False where there was none. */
export function endApp(base: Base, { id }: WizardProvider, { actor, workspaceId }: By): boolean {
  if (!removeApp(base, id, actor)) return false;
  writeAudit(base, { actor, action: 'provider_app.removed', ...placeOf(workspaceId), subject: id, detail: { provider: id } });
  return true;
}

const placeOf = (workspaceId: string | null) => (workspaceId === null ? {} : { workspaceId });

export const deleteProviderApp = stateChange('deleteProviderApp', ({ principal, workspaceId, params }, base) => {
  requireOperator(base, principal);
  const of = wizardOf(params.provider);
  endApp(base, of, { actor: actorOf(principal), workspaceId });
  return { data: shownApp(base, of), meta: { may_change: true } };
});

export const checkProviderApp = stateChange('checkProviderApp', {
  asksOutside: true,
  prepare: async ({ principal, params, body }, base) => {
    requireOperator(base, principal);
    const of = wizardOf(params.provider);
    const isSet = variablesOf(base, of.id).length > 0 || findApp(base, of.id) !== undefined;
    if (!isSet) throw new ApiError('invalid_state', `There is no app at ${of.provider.name} yet.`);
    const check = await checkApp(base, of.provider, settingsOf(base), checkedShop(of, body?.shop));
    return { of, check };
  },
  change: (_call, base, { of, check }): Answer<'checkProviderApp'> => {
    putCheck(base, of.id, check);
    return { data: { provider: of.provider.id, ...check, at: new Date(base.clock.now()).toISOString() } };
  },
});

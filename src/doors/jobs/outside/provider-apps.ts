// Commands of the apps of this installation at providers, for the operator.
import { z } from 'zod';
import { allWizards, checkValues, endApp, setApp, shownApp, wizardOf } from '../../../act/connections/index.ts';
import { type Command, checked } from '../command.ts';

const BY = { actor: 'system', workspaceId: null };
const named = z.object({ provider: z.string() });

export const providerList: Command = (base) => ({
  providers: allWizards().map((each) => {
    const { provider, name, source, fields, redirect_url, check } = shownApp(base, each);
    const clientId = fields.find((field) => field.name === 'client_id')?.value ?? null;
    return { provider, name, source, client_id: clientId, redirect_url, check: check?.status ?? null };
  }),
});

const setArgs = named.extend({ values: z.record(z.string(), z.string()), shop: z.string().optional() });

export const providerSet: Command = async (base, args) => {
  const { provider, values, shop } = checked(setArgs, args);
  const app = await checkValues(base, wizardOf(provider), values, shop);
  base.state.tx(() => setApp(base, app, BY));
  return { provider, check: app.check.status, words: app.check.words };
};

export const providerRemove: Command = (base, args) => {
  const { provider } = checked(named, args);
  return { provider, removed: base.state.tx(() => endApp(base, wizardOf(provider), BY)) };
};

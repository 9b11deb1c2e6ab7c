// The registration of this installation as an app at each provider: what the environment says, else what was entered in the console, sealed. Clients
// are made again when a registration has changed.
import type { Base, ReadBase } from '../../../base/base.ts';
import {
  appSettings,
  appValue,
  type Config,
  type ConfiguredProvider,
  findConfigured,
  withAppValues,
} from '../../../base/config/config.ts';
import { storedAppValues, storedCheck } from '../stored.ts';
import type { AppCheck } from './judge-answer.ts';

export type ProviderSettings = Config['providers'];
export type AppValues = Readonly<Record<string, string>>;

export interface StoredApp {
  values: AppValues;
  check: AppCheck | null;
  checkedAt: number | null;
  updatedBy: string;
  updatedAt: number;
}

const sealOf = (provider: string): string => `provider app ${provider}`;

/** As it was entered in the console; undefined where nothing was, or it was removed. */
export function findApp(base: ReadBase, provider: ConfiguredProvider): StoredApp | undefined {
  const row = base.state.statement('act/connections/provider_app_get').get({ provider });
  if (!row?.secrets) return undefined;
  return {
    values: storedAppValues.read(base.state.vault.open(sealOf(provider), row.secrets)),
    check: storedCheck.readOrNull(row.checked),
    checkedAt: row.checked_at,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
  };
}

export function putApp(base: Base, provider: ConfiguredProvider, values: AppValues, check: AppCheck, actor: string): void {
  const now = base.clock.now();
  base.state.statement('act/connections/provider_app_put').run({
    provider,
    secrets: base.state.vault.seal(sealOf(provider), storedAppValues.write({ ...values })),
    checked: storedCheck.write(check),
    checked_at: now,
    updated_by: actor,
    now,
  });
}

/** Its secrets go; the row stays, by whose number clients know that it has changed. False where there was none. */
export const removeApp = (base: Base, provider: ConfiguredProvider, actor: string): boolean =>
  base.state.statement('act/connections/provider_app_remove').run({ provider, updated_by: actor, now: base.clock.now() })
    .changes > 0;

export const putCheck = (base: Base, provider: ConfiguredProvider, check: AppCheck): void =>
  void base.state
    .statement('act/connections/provider_app_checked')
    .run({ provider, checked: storedCheck.write(check), now: base.clock.now() });

/** The variables of the environment that register this installation; while there is one, nothing that was entered counts. */
export const variablesOf = ({ config }: Pick<ReadBase, 'config'>, provider: ConfiguredProvider): string[] =>
  appSettings(provider)
    .filter(({ name }) => appValue(config.providers, provider, name) !== undefined)
    .map(({ variable }) => variable);

interface Current {
  version: number;
  settings: ProviderSettings;
}

const versionOf = (base: ReadBase): number => base.state.statement('act/connections/provider_apps_version').get()?.version ?? 0;

function currentOf(base: ReadBase): Current {
  const current = base.memo<Current>('provider settings', () => ({ version: 0, settings: base.config.providers }));
  const version = versionOf(base);
  if (version !== current.version) {
    current.settings = entered(base);
    current.version = version;
  }
  return current;
}

function entered(base: ReadBase): ProviderSettings {
  let settings = base.config.providers;
  for (const { provider } of base.state.statement('act/connections/provider_apps_list').all()) {
    const id = findConfigured(provider);
    const app = id && variablesOf(base, id).length === 0 ? findApp(base, id) : undefined;
    if (id && app) settings = withAppValues(settings, id, app.values);
  }
  return settings;
}

/** The settings of all providers that are in force. */
export const settingsOf = (base: ReadBase): ProviderSettings => currentOf(base).settings;

/** For what makes clients of the configuration. */
export const withSettings = (base: ReadBase, providers: ProviderSettings): ReadBase => ({
  ...base,
  config: { ...base.config, providers },
});

interface Made<T> {
  version: number;
  made: T;
}

/** What `make` makes of the settings in force, until a registration changes. */
export function byRegistration<T>(base: ReadBase, name: string, make: (settings: ProviderSettings) => T): T {
  const { version, settings } = currentOf(base);
  const known = base.memo<{ last?: Made<T> }>(`by registration: ${name}`, () => ({}));
  if (known.last?.version !== version) known.last = { version, made: make(settings) };
  return known.last.made;
}

// The calls of the apps at providers.
import { type Answer, forget, useAnswer } from '../../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';

export type App = Schemas['ProviderApp'];
export type Check = NonNullable<App['check']>;
type AppList = Schemas['ProviderAppListAnswer'];

export const useApps = (workspaceId: string): Answer<AppList> =>
  useAnswer(['provider-apps', workspaceId], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/provider-apps', { params: { path: { workspaceId } }, signal })),
  );

/** What can be connected changes with the apps. */
export const forgetApps = (): void => {
  forget('provider-apps');
  forget('connections');
};

interface AppPath {
  workspaceId: string;
  provider: string;
}

export const saveApp = (path: AppPath, values: Record<string, string>, shop: string) =>
  unwrap(
    api.PUT('/api/v1/workspaces/{workspaceId}/provider-apps/{provider}', {
      params: { path },
      body: { values, ...shopOf(shop) },
    }),
  );

export const checkApp = (path: AppPath, shop: string) =>
  unwrap(api.POST('/api/v1/workspaces/{workspaceId}/provider-apps/{provider}/check', { params: { path }, body: shopOf(shop) }));

export const removeApp = (path: AppPath) =>
  unwrap(api.DELETE('/api/v1/workspaces/{workspaceId}/provider-apps/{provider}', { params: { path } }));

const shopOf = (shop: string): { shop?: string } => (shop.trim() === '' ? {} : { shop: shop.trim() });

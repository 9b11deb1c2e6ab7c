// The same small world behind the running service: the harness holds every answer to the contract.
import type { TestContext } from 'node:test';
import type { Config } from '../../src/base/config/config.ts';
import { type ApiAnswer, type SentMail, startTestApp } from '../harness.ts';
import { ANN, START, type World, worldOn } from './world.ts';

export interface DoorWorld extends World {
  baseUrl: string;
  /** What mail has gone out since the last time. */
  mails(): Promise<SentMail[]>;
  /** One call; `path` after /api/v1, `token` a bearer. */
  call(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, token?: string, body?: unknown): Promise<ApiAnswer>;
}

export async function openDoor(t: TestContext, config: Partial<Config> = {}): Promise<DoorWorld> {
  const app = await startTestApp({ at: START, installation: ANN, config });
  t.after(() => app.close());
  const ann = {
    workspace_id: app.workspaceId,
    profile_id: app.profileId,
    api_key: app.apiKey,
    tracking_key: app.trackingKey,
    session_token: app.session,
  };
  const call: DoorWorld['call'] = (method, path, token, body) => {
    const api = app.api(token);
    return method === 'get' || method === 'delete' ? api[method](path) : api[method](path, body);
  };
  return { ...worldOn(app.base, app.clock, app.dataDir, ann), call, baseUrl: app.baseUrl, mails: app.mails };
}

/** "403 forbidden", for one-line comparisons. */
export const refused = ({ status, body }: ApiAnswer): string => `${status} ${body?.error?.code}`;

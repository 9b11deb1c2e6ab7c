// Uploading, reading, committing and undoing files through the door, for the tests of imports.
import assert from 'node:assert/strict';
import { slice } from '../../../src/act/uploads/slice.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import type { TestApp } from '../../harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are held to the contract by `api`
export type AnyJson = any;

export interface Uploads {
  post(content: string | Buffer, name?: string, credential?: string): Promise<{ status: number; body: AnyJson }>;
  upload(content: string | Buffer, name?: string): Promise<AnyJson>;
  read(importId: string, reading: object): Promise<AnyJson>;
  /** Commits and waits for its end. */
  commit(importId: string): Promise<AnyJson>;
  undo(importId: string): Promise<AnyJson>;
  get(importId: string): Promise<AnyJson>;
  run(): Promise<void>;
}

export function uploadsOf(app: TestApp): Uploads {
  const api = app.api(app.apiKey);
  const ok = ({ status, body }: { status: number; body: AnyJson }): AnyJson => {
    assert.ok(status < 300, JSON.stringify(body));
    return body.data;
  };
  const post: Uploads['post'] = async (content, name = 'file.csv', credential = app.apiKey) => {
    const { status, body } = await app.request
      .post('/api/v1/imports')
      .set('authorization', `Bearer ${credential}`)
      .attach('file', Buffer.from(content as string), name);
    return { status, body };
  };
  const run = async (): Promise<void> => void (await runDue(app.base, slice.jobs ?? [], app.profileId));
  const get: Uploads['get'] = async (importId) => ok(await api.get(`/imports/${importId}`));
  return {
    post,
    run,
    get,
    upload: async (content, name) => ok(await post(content, name)),
    read: async (importId, reading) => ok(await api.patch(`/imports/${importId}`, reading)),
    commit: async (importId) => {
      const begun = ok(await api.post(`/imports/${importId}/commit`));
      assert.ok(['running', 'completed'].includes(begun.status), begun.status);
      await run();
      await app.settle();
      return get(importId);
    },
    undo: async (importId) => {
      const undone = ok(await api.post(`/imports/${importId}/undo`));
      await app.settle();
      return undone;
    },
  };
}

// Worlds that many tests begin with: a data folder with facts in it, computed, which is made once by the processes of a run and copied for each test.
// A copy has the ids, keys and clock of the original, and is the test's own: it may change what it likes.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { placeBlankState } from './base/blank-state.ts';
import { startTestApp, type TestApp, type TestOptions } from './harness.ts';
import { filledOnce } from './run-folder.ts';

export interface World {
  /** Of a file: worlds of one name are one. */
  name: string;
  options: TestOptions;
  /** Puts the facts in and waits until they are computed. */
  fill: (app: TestApp) => Promise<void>;
}

const note = z.object({
  at: z.string(),
  installed: z.object({
    workspace_id: z.string(),
    profile_id: z.string(),
    api_key: z.string(),
    tracking_key: z.string(),
    session_token: z.string(),
  }),
});
const DATA = 'data';
const NOTE = 'world.json';

async function makeWorld(folder: string, { options, fill }: World): Promise<void> {
  const dataDir = join(folder, DATA);
  placeBlankState(dataDir);
  const app = await startTestApp({ ...options, dataDir });
  try {
    await fill(app);
  } finally {
    await app.close();
  }
  const installed = {
    workspace_id: app.workspaceId,
    profile_id: app.profileId,
    api_key: app.apiKey,
    tracking_key: app.trackingKey,
    session_token: app.session,
  };
  const text = JSON.stringify({ at: new Date(app.clock.now()).toISOString(), installed } satisfies z.infer<typeof note>);
  writeFileSync(join(folder, NOTE), text);
}

/** The service on a copy of the world. */
export async function startWorld(world: World): Promise<TestApp> {
  const place = await filledOnce('worlds', world.name, (folder) => makeWorld(folder, world));
  const { at, installed } = note.parse(JSON.parse(readFileSync(join(place, NOTE), 'utf8')));
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
  try {
    cpSync(join(place, DATA), dataDir, { recursive: true });
    const app = await startTestApp({ ...world.options, at, dataDir, installed });
    const close = async (): Promise<void> => {
      await app.close();
      remove();
    };
    return { ...app, close };
  } catch (error) {
    remove();
    throw error;
  }
}

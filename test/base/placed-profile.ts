// A profile in a workspace of its own, with its key: what the stores of base need of one.
import type { Base } from '../../src/base/base.ts';

export const placeProfile = ({ state }: Base, profileId: string): void =>
  state.tx(() => {
    state.db.exec(`insert into access_workspaces (workspace_id, created_at) values ('w', 0);
      insert into access_profiles (profile_id, workspace_id, created_at) values ('${profileId}', 'w', 0)`);
    state.keys.create(profileId);
  });

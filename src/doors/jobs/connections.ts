// The commands `connections list`, `connections sync` and `connections remove`.
import { z } from 'zod';
import { allProfiles } from '../../account/places/index.ts';
import {
  connectionsOf,
  endConnection,
  endGrant,
  findConnection,
  queueSyncs,
  shownConnection,
} from '../../act/connections/index.ts';
import type { Base } from '../../base/base.ts';
import { type Command, checked, profileArg, profileOf } from './command.ts';
import { CommandError } from './protocol.ts';

const which = z.object({ connection_id: z.string() });

export const connectionsList: Command = (base, args) => {
  const { profile_id } = checked(profileArg, args);
  const profileIds =
    profile_id === undefined ? allProfiles(base).map(({ profileId }) => profileId) : [profileOf(base, profile_id)];
  const connections = profileIds.flatMap((profileId) =>
    connectionsOf(base, profileId).map((connection) => ({ profile_id: profileId, ...shownConnection(base, connection) })),
  );
  return { connections };
};

function named(base: Base, args: unknown): string {
  const { connection_id } = checked(which, args);
  const found = findConnection(base, connection_id);
  if (!found || found.removedAt !== null)
    throw new CommandError('not_found', `There is no connection ${connection_id}; \`tributary connections list\` lists them.`);
  return connection_id;
}

export const connectionsSync: Command = (base, args) => {
  const connectionId = named(base, args);
  const status = findConnection(base, connectionId)?.status;
  if (status !== 'active' && status !== 'needs_action')
    throw new CommandError('conflict', `The connection is ${status}: nothing can be read.`);
  const jobs = base.state.tx(() => queueSyncs(base, connectionId));
  return { connection_id: connectionId, job_ids: jobs.map(({ job }) => job.jobId) };
};

export const connectionsRemove: Command = async (base, args) => {
  const connectionId = named(base, args);
  const tokens = base.state.tx(() => endConnection(base, connectionId, 'system'));
  await endGrant(base, connectionId, tokens);
  return { connection_id: connectionId, revocation: findConnection(base, connectionId)?.revocation ?? 'none' };
};

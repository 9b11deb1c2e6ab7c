// `tributary profiles engine`: from which engine the reports of a profile are read.
import { z } from 'zod';
import { writeAudit } from '../../account/audit/index.ts';
import { findProfile } from '../../account/places/index.ts';
import { requireHere } from '../../base/move/moves.ts';
import { profileVersion } from '../../credit/pipeline/index.ts';
import { chooseEngine, whyDuckDb } from '../../credit/second-engine/index.ts';
import { type Command, checked, profileArg, profileOf } from './command.ts';

const engineArgs = profileArg.extend({ engine: z.enum(['duckdb', 'clickhouse']) });

export const chooseProfileEngine: Command = async (base, args) => {
  const { profile_id, engine } = checked(engineArgs, args);
  const profileId = profileOf(base, profile_id);
  const workspaceId = findProfile(base, profileId)?.workspaceId;
  requireHere(base, profileId);
  base.state.tx(() => {
    chooseEngine(base, profileId, engine);
    writeAudit(base, {
      actor: 'system',
      action: 'profile.engine_chosen',
      profileId,
      subject: profileId,
      detail: { engine },
      ...(workspaceId ? { workspaceId } : {}),
    });
  });
  const reason = whyDuckDb(base, profileId, await profileVersion(base, profileId));
  return { profile_id: profileId, engine, answers: engine === 'clickhouse' && reason === null ? 'clickhouse' : 'duckdb', reason };
};

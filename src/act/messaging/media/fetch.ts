// Files that people send in WhatsApp: it keeps them for a week, so each is fetched at once, checked against the digest that was announced, and sealed here.
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Base } from '../../../base/base.ts';
import { piecesOfBytes } from '../../../base/sealing/sealed-pieces.ts';
import { defineJob } from '../../../base/work/job.ts';
import { addJob } from '../../../base/work/runner.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import type { WhatsAppMedia } from '../../../providers/whatsapp/hooks.ts';
import { type OpenWhatsApp, openWhatsApp } from '../../connections/index.ts';
import type { MediaDetails, MessageContent } from '../stored.ts';
import { endKeeping, keepFile, removeFile } from './files.ts';
import { addMedia, detailsOf, findMedia, type MediaRow, sealDetails } from './media.ts';
import { HEAD_BYTES, plainName, recogniseReceived } from './recognise.ts';

/** So long WhatsApp keeps a file. */
const LIFE_MS = 7 * 86_400_000;
const MOST_WAITING = 200;

type Attachment = NonNullable<MessageContent['attachments']>[number];

const payload = z.object({ media_id: z.string() });
type Payload = z.infer<typeof payload>;

export const newAttachment = ({ filename }: WhatsAppMedia): Attachment => ({
  media_id: randomUUID(),
  filename: filename === null ? null : plainName(filename),
  content_id: null,
});

export interface FilePlace {
  connectionId: string;
  profileId: string;
  numberId: string;
}

/** Inside the transaction that stores the message. */
export function expectFile(
  tx: Base,
  { connectionId, profileId, numberId }: FilePlace,
  { media_id: mediaId, filename }: Attachment,
  { id, type, mimeType, sha256 }: WhatsAppMedia,
): void {
  addMedia(tx, profileId, {
    mediaId,
    kind: type,
    mimeType: mimeType ?? 'application/octet-stream',
    bytes: null,
    status: 'waiting',
    details: {
      filename,
      sha256: null,
      remote: { connection_id: connectionId, number_id: numberId, id, sha256, mime_type: mimeType },
    },
  });
  addJob(tx, fetchJob, { profileId, payload: { media_id: mediaId }, dedupeKey: mediaId });
}

export const fetchJob = defineJob<Payload>({
  kind: 'fetch_message_media',
  payload,
  concurrencyKey: ({ profileId }) => `fetch_message_media ${profileId}`,
  concurrency: 2,
  leaseSeconds: 600,
  retry: { attempts: 8 },
  failureText: 'a file of a message could not be fetched; the service retries automatically',
  run: async (base, { profileId, payload: { media_id: mediaId } }) => {
    const row = findMedia(base, profileId, mediaId);
    const remote = row && detailsOf(base, row).remote;
    if (row?.status !== 'waiting' || !remote) return { skipped: 'the file is not waited for' };
    const opened = openWhatsApp(base, remote.connection_id);
    const isLate = row.created_at + LIFE_MS <= base.clock.now();
    if (!opened || isLate) return giveUp(base, row, opened ? 'its week is over' : 'the number was disconnected');
    return fetchFile(base, opened, row, remote);
  },
});

function giveUp(base: Base, { media_id }: MediaRow, why: string): { gone: string } {
  base.state.statement('act/messaging/media_gone').run({ media_id });
  return { gone: why };
}

type Remote = NonNullable<MediaDetails['remote']>;

async function fetchFile(base: Base, { client, grant }: OpenWhatsApp, row: MediaRow, remote: Remote): Promise<unknown> {
  try {
    const place = await client.findMedia(grant, remote.number_id, remote.id);
    const bytes = await client.download(grant, place);
    const digest = createHash('sha256').update(bytes).digest();
    const announced = [place.sha256 && Buffer.from(place.sha256, 'hex'), remote.sha256 && Buffer.from(remote.sha256, 'base64')];
    const isWhole = announced.every((each) => !each || each.length !== digest.length || each.equals(digest));
    if (!isWhole) throw new ProviderFailure('whatsapp', 'unavailable', 'whatsapp: the file is not the one that was announced');
    return await keep(base, row, bytes);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const isGone = ['not_found', 'too_large', 'unusable', 'rejected'].includes(error.outcome);
    if (isGone) return giveUp(base, row, error.message);
    throw error;
  }
}

async function keep(base: Base, row: MediaRow, bytes: Buffer): Promise<unknown> {
  const { profile_id: profileId, media_id: mediaId } = row;
  const details = detailsOf(base, row);
  const claimed = { name: details.filename ?? '', type: details.remote?.mime_type ?? '' };
  const mimeType = await recogniseReceived(bytes.subarray(0, HEAD_BYTES), claimed);
  const sha256 = await keepFile(base, { profileId, mediaId }, piecesOfBytes(bytes));
  const sealed = sealDetails(base, profileId, mediaId, { ...details, sha256 });
  const kept = { media_id: mediaId, mime_type: mimeType, bytes: bytes.length, sealed };
  const { changes } = base.state.statement('act/messaging/media_arrived').run(kept);
  endKeeping(base, [mediaId]);
  // Its message was erased meanwhile.
  if (changes === 0) await removeFile(base, { profileId, mediaId });
  return { bytes: bytes.length };
}

/** Files whose job has ended without them: they are tried again until their week is over. */
export function fetchAgain(base: Base): void {
  for (const { media_id, profile_id } of base.state.statement('act/messaging/media_waiting').all({ limit: MOST_WAITING })) {
    const known = base.state.jobs.latestOf(fetchJob.kind, media_id);
    if (known?.status === 'waiting' || known?.status === 'running') continue;
    addJob(base, fetchJob, { profileId: profile_id, payload: { media_id }, dedupeKey: media_id });
  }
}

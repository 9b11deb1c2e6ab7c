// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';
import { APP_CHECKS } from './apps/judge-answer.ts';

const texts = z.array(z.string());

export const storedScopes = storedJson('connections.scopes', texts);
export const storedMissingScopes = storedJson('connections.missing_scopes', texts);
export const storedWanted = storedJson('connect_links.accounts', texts);
export const storedVisible = storedJson(
  'connect_links.visible',
  z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      currency: z.string(),
      timezone: z.string(),
      status: z.enum(['active', 'payment_missing', 'disabled']),
      statusReason: z.string().optional(),
      hasWriteAccess: z.boolean().optional(),
      loginAccountId: z.string().optional(),
    }),
  ),
);
const outcomeKind = z.enum(['stage', 'form', 'calendar']);

export const storedMapping = storedJson(
  ['connections.mapping', 'connect_links.mapping'],
  z.array(z.object({ kind: outcomeKind, id: z.string(), eventType: z.string() })),
);
export const storedOutcomeSources = storedJson(
  'connection_accounts.outcome_sources',
  z.array(z.object({ kind: outcomeKind, id: z.string(), name: z.string(), isWon: z.boolean().optional() })),
);

/** Of a mailbox: the folder or label and the alias whose mails are all kept. */
export const storedMailImport = storedJson(
  'connections.mail_import',
  z.object({
    folder: z
      .object({
        id: z.string(),
        name: z.string(),
        /** Names this choice of it: chosen again later, it begins at the present again. */
        choice: z.string().optional(),
      })
      .nullable(),
    alias: z.string().nullable(),
    /** When the alias was chosen. */
    aliasSince: z.number().optional(),
  }),
);
export type MailImport = ReturnType<typeof storedMailImport.read>;
/** The same as it was typed in: a folder by its name or id. */
export const storedWantedImport = storedJson(
  'connect_links.mail_import',
  z.object({ folder: z.string().nullable(), alias: z.string().nullable() }),
);
export type WantedImport = ReturnType<typeof storedWantedImport.read>;

/** What a later reading of an object is compared with; an absent member is one that the platform does not report. */
export const storedKnown = storedJson(
  'catalogue_objects.known',
  z.object({
    status: z.string(),
    name: z.string().optional(),
    daily: z.string().optional(),
    lifetime: z.string().optional(),
    creative: z.string().optional(),
    landing: z.string().optional(),
    tags: z.string().optional(),
  }),
);

/** The stored part of an ad that opens a chat. */
export const storedChatAd = storedJson(
  'chat_ads.ad',
  z.object({
    name: z.string(),
    campaignId: z.string(),
    adSetId: z.string(),
    status: z.string(),
    destinationType: z.string().optional(),
    callToAction: z.string().optional(),
    whatsappNumber: z.string().optional(),
    pageId: z.string().optional(),
    greeting: z.discriminatedUnion('status', [
      z.object({ status: z.enum(['none', 'unrecognised']) }),
      z.object({
        status: z.literal('found'),
        text: z.string(),
        autofill: z.string().optional(),
        iceBreakers: z.array(z.object({ title: z.string(), response: z.string().optional() })),
      }),
    ]),
  }),
);

/** What people read in a creative. */
export const storedTexts = storedJson('creative_contents.texts', z.array(z.string()));
export const storedVideo = storedJson(
  'creative_contents.video',
  z.object({ seconds: z.number().nullable(), width: z.number(), height: z.number() }),
);

/** A study as its platform reports it. */
export const storedStudy = storedJson(
  'ad_studies.study',
  z.object({
    name: z.string(),
    kind: z.enum(['lift', 'split']),
    state: z.enum(['planned', 'running', 'done', 'cancelled']),
    firstDay: z.string(),
    lastDay: z.string().nullable(),
    arms: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        percent: z.number().nullable(),
        adSetIds: z.array(z.string()),
        campaignIds: z.array(z.string()),
      }),
    ),
    result: z.object({ measure: z.string(), ratio: z.number(), low: z.number(), high: z.number() }).nullable(),
    figures: z.array(z.object({ name: z.string(), value: z.string() })),
    pValue: z.number().nullable(),
    confidence: z.number().nullable(),
  }),
);
export type StoredStudy = ReturnType<typeof storedStudy.read>;

/** What was entered of an app, by the names of the configuration; sealed. */
export const storedAppValues = storedJson('provider_apps.secrets', z.record(z.string(), z.string()));
export const storedCheck = storedJson(
  'provider_apps.checked',
  z.object({ status: z.enum(APP_CHECKS), code: z.string().nullable(), words: z.string().nullable() }),
);

// The page behind the link of a snapshot: the figures as they were, drawn on the server without scripts. Readable without an account only where
// it was shared so and the workspace permits it; everybody else signs in and must be allowed to open the profile. Nothing on the way
// stores it, lists it or learns its address.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Request, Response } from 'express';
import { renderToString } from 'preact-render-to-string';
import { ApiError } from '../../../base/contract/api-error.ts';
import { operationOf } from '../../../base/contract/document.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import { projectFile } from '../../../base/kit/paths.ts';
import { jsonObject, readJson } from '../../../base/kit/stored-json.ts';
import { findSnapshot, type SharedSnapshot, snapshotPath } from '../../../report/analytics/index.ts';
import { profilePath } from '../../http/addresses.ts';
import { type Html, h } from '../design/html.ts';
import { iconPath } from '../design/style-sheet.ts';
import { type Desk, send, visitorOf, write } from '../kit.ts';
import { askToSignIn } from '../people/sign-in.ts';
import { workbenchMissingPage } from '../texts.ts';
import { endedSnapshotPage } from './texts.ts';

const LOOKS_PER_MINUTE = 60;

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The part of the console's build that draws it. */
interface Drawing {
  style: string;
  SheetPage: (sheet: Sheet) => Html;
}

export interface Sheet
  extends Pick<
    SharedSnapshot,
    'title' | 'profile' | 'workspace' | 'question' | 'version' | 'createdBy' | 'createdAt' | 'expiresAt'
  > {
  contents: NonNullable<SharedSnapshot['contents']>;
  links: { report: string; changes: string } | null;
}

/** Undefined when nothing is built. */
async function readDrawing(): Promise<Drawing | undefined> {
  const [manifest, module] = [projectFile('console', 'dist', 'manifest.json'), projectFile('console', 'dist', 'sheet.mjs')];
  if (!existsSync(manifest) || !existsSync(module)) return undefined;
  const { style } = readJson('manifest.json', jsonObject, readFileSync(manifest, 'utf8'));
  const { SheetPage }: Pick<Drawing, 'SheetPage'> = await import(pathToFileURL(module).href);
  return { style: String(style), SheetPage };
}

export async function showSnapshot(desk: Desk, request: Request, response: Response): Promise<void> {
  keepPrivate(response);
  limitLooks(desk, request);
  const token = String(request.params['token']);
  const snapshot = findSnapshot(desk.base, token);
  if (!snapshot) throw nothingThere();
  const visitor = visitorOf(desk, request);
  if (!visitor && !snapshot.isPublic) return askToSignIn(desk, request, response, snapshotPath(token));
  const { profileId, contents } = snapshot;
  const isReader = visitor !== undefined && desk.isAllowed(visitor.principal, 'getOverview', { profileId });
  if (!isReader && !snapshot.isPublic) throw nothingThere();
  if (contents === null) return send(response, 410, endedSnapshotPage());
  const drawing = await readDrawing();
  if (!drawing) return send(response, 503, workbenchMissingPage());
  response.setHeader('Content-Security-Policy', POLICY);
  write(response, 200, documentOf(drawing, { ...snapshot, contents, links: isReader ? linksOf(snapshot) : null }));
}

const nothingThere = (): ApiError => new ApiError('not_found', 'There is no such report. Perhaps a part of the link is missing.');

/** Whatever the answer is: an error page must not be found either. */
function keepPrivate(response: Response): void {
  response.setHeader('X-Robots-Tag', 'noindex, nofollow, noarchive');
  response.setHeader('Cache-Control', 'private, no-store');
}

/** Guessing is hopeless; this keeps it cheap as well. */
function limitLooks({ limit, addressOf }: Desk, request: Request): void {
  const caller: Principal = {
    kind: 'public',
    credentialId: `snapshot:${addressOf(request)}`,
    scopes: new Set(),
    ratePerMinute: LOOKS_PER_MINUTE,
  };
  limit(caller, operationOf('listSnapshots'));
}

const DIMENSIONS = ['channel', 'source', 'medium', 'campaign', 'device', 'country'] as const;

function daysOf({ date_from, date_to, month_from, month_to }: SharedSnapshot['question']): string | undefined {
  if (date_from !== undefined && date_to !== undefined) return `${date_from}..${date_to}`;
  if (month_from === undefined || month_to === undefined) return undefined;
  const [year = 0, month = 0] = month_to.split('-').map(Number);
  return `${month_from}-01..${new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)}`;
}

/** The same question in the workbench, and what is different now. */
function linksOf({ profileId, page, question, createdAt }: SharedSnapshot): NonNullable<Sheet['links']> {
  const period = daysOf(question);
  const asked = new URLSearchParams(period === undefined ? {} : { period });
  if (question.model !== undefined) asked.set('model', question.model);
  const changes = new URLSearchParams(asked);
  changes.set('since', question.known_from?.includes('T') ? question.known_from : new Date(createdAt).toISOString());
  if (question.goal !== undefined) asked.set('goal', question.goal);
  if (question.click_window_days !== undefined) asked.set('window', String(question.click_window_days));
  for (const name of DIMENSIONS) {
    const mode = question.filter_modes?.find((each) => each.startsWith(`${name}:`))?.split(':')[1];
    const value = question[name] ?? (mode === 'is_empty' ? '' : undefined);
    if (value !== undefined) asked.set(mode === undefined ? name : `${name}.${mode}`, value);
  }
  const base = profilePath(profileId);
  return { report: `${base}${page === 'overview' ? '' : page}?${asked}`, changes: `${base}why?${changes}` };
}

function documentOf({ style, SheetPage }: Drawing, sheet: Sheet): string {
  const { title, profile } = sheet;
  const page = h('html', { lang: 'en' }, [
    h('head', {}, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'robots', content: 'noindex, nofollow, noarchive' }),
      h('meta', { name: 'referrer', content: 'no-referrer' }),
      h('title', {}, `${title} · ${profile} · Tributary`),
      h('link', { rel: 'stylesheet', href: `/console/assets/${style}` }),
      h('link', { rel: 'icon', href: iconPath, type: 'image/svg+xml' }),
    ]),
    h('body', {}, h(SheetPage, sheet)),
  ]);
  return `<!doctype html>\n${renderToString(page)}\n`;
}

// The page behind the link of a snapshot: the figures as they were, drawn on the server without scripts. Readable without an account only where
// it was shared so and the workspace permits it; everybody else signs in and must be allowed to open the profile. Nothing on the way
// stores it, lists it or learns its address.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Request, Response } from 'express';
import { renderToString } from 'preact-render-to-string';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import { projectFile } from '../../../base/kit/paths.ts';
import { jsonObject, readJson } from '../../../base/kit/stored-json.ts';
import { findSnapshot, type SharedSnapshot, snapshotPath } from '../../../report/analytics/index.ts';
import { type Html, h } from '../design/html.ts';
import { iconPath } from '../design/style-sheet.ts';
import { type Desk, send, visitorOf, write } from '../kit.ts';
import { askToSignIn } from '../people/sign-in.ts';
import { workbenchMissingPage } from '../texts.ts';
import { linksOf } from './snapshot-links.ts';
import { endedSnapshotPage } from './texts.ts';

const GUESSES_PER_MINUTE = 60;
const LOOKS_PER_MINUTE = 120;
/** Of all readers without an account together: a link may be in a newsletter. */
const LOOKS_AT_LINK_PER_MINUTE = 1_200;

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
  const token = String(request.params['token']);
  const snapshot = findSnapshot(desk.base, token);
  if (!snapshot) {
    limitTo(desk, desk.addressOf(request), GUESSES_PER_MINUTE);
    throw nothingThere();
  }
  const visitor = visitorOf(desk, request);
  if (visitor) limitTo(desk, visitor.principal.credentialId, LOOKS_PER_MINUTE);
  else limitTo(desk, createHash('sha256').update(token).digest('base64url'), LOOKS_AT_LINK_PER_MINUTE);
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

/**
 * Guesses by address, which is hopeless and stays cheap; readers by session, others by the link: many may have one address, and none of them
 * may be shut out by another.
 */
function limitTo({ limit }: Desk, subject: string, ratePerMinute: number): void {
  const caller: Principal = { kind: 'public', credentialId: `snapshot:${subject}`, scopes: new Set(), ratePerMinute };
  limit(caller, { id: 'showSnapshot', isIntake: false, rateLimit: undefined });
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

// The HTML of one mail as a document of its own, for a frame of the workbench: made safe by the service, and without scripts, forms, links and other hosts by its
// policy as well. Pictures of other hosts are loaded for a reader who asked for them, and do not learn from where.
import type { Request, Response } from 'express';
import { ApiError } from '../../../base/contract/api-error.ts';
import { isUuid } from '../../../base/contract/formats.ts';
import { type Desk, idOf, queryOf, visitorOf, write } from '../kit.ts';

const policyOf = (withRemoteImages: boolean): string =>
  [
    "default-src 'none'",
    withRemoteImages ? 'img-src data: https:' : 'img-src data:',
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox',
  ].join('; ');

/** Mails are written for white paper. */
const LOOK =
  ':root{color-scheme:light}body{margin:12px;background:#fff;color:#111;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%;height:auto}';

export async function mailFrame(desk: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(desk, request);
  const [profileId, id] = [String(request.params['profileId']), String(request.params['messageId'])];
  if (!visitor || !isUuid(profileId) || !isUuid(id)) throw new ApiError('not_found', 'There is no such mail.');
  const withRemoteImages = queryOf(request).get('images') === 'remote';
  const images = withRemoteImages ? 'remote' : 'none';
  const { data } = await desk.callers(visitor.principal, idOf(request)).call('getMessageHtml', { id, images }, profileId);
  response.setHeader('Content-Security-Policy', policyOf(withRemoteImages));
  // `frame-ancestors` says the same, and of this document, whose origin is nobody's.
  response.removeHeader('X-Frame-Options');
  response.removeHeader('Origin-Agent-Cluster');
  write(
    response,
    200,
    `<!doctype html>\n<html lang="und"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Mail</title><style>${LOOK}</style></head><body>${data.html}</body></html>\n`,
  );
}

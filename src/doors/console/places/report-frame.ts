// The mail of a schedule as a document of its own, for a frame of the workbench: without scripts, forms, links and other hosts, by its policy too.
import type { Request, Response } from 'express';
import { ApiError } from '../../../base/contract/api-error.ts';
import { isUuid } from '../../../base/contract/formats.ts';
import { type Desk, idOf, queryOf, visitorOf, write } from '../kit.ts';

const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

export async function reportFrame(desk: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(desk, request);
  const [workspaceId, scheduleId] = [String(request.params['workspaceId']), String(request.params['scheduleId'])];
  if (!visitor || !isUuid(workspaceId) || !isUuid(scheduleId)) throw new ApiError('not_found', 'There is no such report.');
  const { data } = await desk
    .callers(visitor.principal, idOf(request))
    .call('previewReportSchedule', { workspaceId, scheduleId });
  const html = queryOf(request).get('audience') === 'outside' ? data.outside?.html : data.html;
  if (!html) throw new ApiError('not_found', 'There is no such report.');
  response.setHeader('Content-Security-Policy', POLICY);
  // `frame-ancestors` says the same, and of this document, whose origin is nobody's.
  response.removeHeader('X-Frame-Options');
  response.removeHeader('Origin-Agent-Cluster');
  write(response, 200, html);
}

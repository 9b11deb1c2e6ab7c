// The page of a link for uploads: somebody without an account sends files of one kind, and learns whether each was received. It shows the name that the maker
// gave the link, its kind and its limits, and nothing else of the profile. It needs no token of a form: the address is the secret, and no session is asked.
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { acceptFile, requireLink, type UploadLink, wordsOf } from '../../../act/uploads/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import { Form } from '../../../call/index.ts';
import { pourBody } from '../../http/body.ts';
import { type Html, h } from '../design/html.ts';
import { type Desk, send } from '../kit.ts';

const LOOKS_PER_MINUTE = 60;
const FILES_PER_MINUTE = 20;
const MEGABYTE = 1_000_000;

function limitTo(desk: Desk, request: Request, id: 'show upload' | 'upload', ratePerMinute: number): void {
  const caller: Principal = {
    kind: 'public',
    credentialId: `${id}:${desk.addressOf(request)}`,
    scopes: new Set(),
    ratePerMinute,
  };
  desk.limit(caller, { id, isIntake: false, rateLimit: undefined });
}

const tokenOf = (request: Request): string => String(request.params['token']);

function show(response: Response, status: number, link: UploadLink, note: Html | undefined): void {
  response.setHeader('X-Robots-Tag', 'noindex, nofollow, noarchive');
  const form = h('form', { class: 'stack', method: 'post', enctype: 'multipart/form-data' }, [
    h(
      'p',
      {},
      `This link is for files with ${wordsOf(link)}, as CSV, XLSX or what your program exports, each of at most ${link.maxBytes / MEGABYTE} MB.`,
    ),
    h('label', { class: 'stack' }, ['File', h('input', { type: 'file', name: 'file', required: true })]),
    h('p', {}, h('button', { class: 'primary', type: 'submit' }, 'Upload')),
    h('p', { class: 'soft' }, 'A person checks each file before anything of it is used.'),
  ]);
  send(response, status, {
    title: 'Upload a file',
    content: [h('h1', {}, link.name), ...(note ? [note] : []), h('div', { class: 'panel' }, form)],
  });
}

export async function showUpload(desk: Desk, request: Request, response: Response): Promise<void> {
  limitTo(desk, request, 'show upload', LOOKS_PER_MINUTE);
  show(response, 200, requireLink(desk.base, tokenOf(request)), undefined);
}

export async function receiveUpload(desk: Desk, request: Request, response: Response): Promise<void> {
  limitTo(desk, request, 'upload', FILES_PER_MINUTE);
  const { base } = desk;
  const link = requireLink(base, tokenOf(request));
  const schema = { properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
  const form = new Form({ schema, mostBytes: link.maxBytes }, join(base.config.dataDir, 'uploads'));
  try {
    await form.read({ headers: request.headers, body: (limitBytes, take) => pourBody(request, limitBytes, take) });
    const { file } = form.fields;
    if (file === undefined || typeof file === 'string') throw new ApiError('invalid_content', 'file: is missing.');
    // One after the other by a link: they are read in the order in which they came.
    const refusal = await base.mutex('upload link', link.linkId, () => acceptFile(base, tokenOf(request), file));
    const words = refusal === undefined ? 'Received. You can send another file, or close this page.' : `Not received. ${refusal}`;
    show(
      response,
      refusal === undefined ? 200 : 422,
      link,
      h('div', { class: 'panel', role: 'status' }, h('p', refusal === undefined ? {} : { class: 'fault' }, words)),
    );
  } finally {
    await form.drop();
  }
}

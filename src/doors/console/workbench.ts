// The workbench: one page of HTML without content for all its addresses, and the built files of console/dist. The page lets in scripts of
// this service alone, none of them inline, and carries the token for the writes of its session.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { closedPlace } from '../../account/sso/index.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { isUuid } from '../../base/contract/formats.ts';
import type { OperationId } from '../../base/contract/operation.ts';
import { projectFile } from '../../base/kit/paths.ts';
import { jsonObject, readJson } from '../../base/kit/stored-json.ts';
import { loadOf } from '../../base/loads.ts';
import { ssoPath } from '../http/addresses.ts';
import { requestToken, setWorkbench } from '../http/cookies.ts';
import { iconPath } from './design/style-sheet.ts';
import { continueOf, type Desk, send, type Visitor, visitorOf, withContinue, write } from './kit.ts';
import { loadingPage } from './loading.ts';
import { askToSignIn } from './people/sign-in.ts';
import { workbenchMissingPage } from './texts.ts';

interface Built {
  /** Loaded before anything is drawn: the choice of colours. */
  theme: string;
  script: string;
  /** The static imports of the first module, itself included. */
  first: readonly string[];
  style: string;
  files: ReadonlyMap<string, Buffer>;
}

const FOLDER = ['console', 'dist'];
const ASSETS = '/console/assets/';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Undefined when nothing is built: `bin/run` says why. */
function readBuilt(): Built | undefined {
  const manifest = projectFile(...FOLDER, 'manifest.json');
  if (!existsSync(manifest)) return undefined;
  const { theme, script, first, style } = readJson('manifest.json', jsonObject, readFileSync(manifest, 'utf8'));
  const assets = projectFile(...FOLDER, 'assets');
  const files = new Map(readdirSync(assets).map((name) => [name, readFileSync(projectFile(...FOLDER, 'assets', name))]));
  const scripts = Array.isArray(first) ? first.map(String) : [];
  return { theme: String(theme), script: String(script), first: scripts, style: String(style), files };
}

type Scope = 'profile' | 'workspace' | 'person';

export interface Workbench {
  /** The built files. */
  asset: RequestHandler;
  /** The page of a profile or of a workspace, or of a person alone. */
  page: (scope: Scope) => (desk: Desk, request: Request, response: Response) => Promise<void>;
}

/** The permission that a page requires. */
const GATES: Readonly<Record<Exclude<Scope, 'person'>, OperationId>> = {
  profile: 'getProfile',
  workspace: 'listWorkspaceProfiles',
};

export function openWorkbench(): Workbench {
  const built = readBuilt();
  return {
    asset: (request, response, next) => {
      const name = String(request.params['name']);
      const file = built?.files.get(name);
      if (!file) return next();
      response.setHeader('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream');
      response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      response.end(file);
    },
    page: (scope) => async (desk, request, response) => {
      const visitor = visitorOf(desk, request);
      if (!visitor) return askToSignIn(desk, request, response, request.originalUrl);
      const provider = scope === 'person' ? undefined : providerToAsk(desk, request, visitor.principal, scope);
      if (provider !== undefined) return response.redirect(302, withContinue(provider, continueOf(request.originalUrl)));
      const id = scope === 'person' ? '' : placeOf(desk, request, visitor, scope);
      const load = scope === 'profile' ? loadOf(desk.base, id) : undefined;
      if (load?.isFirst) return write(response, 200, loadingPage(load, visitor));
      if (!built) return send(response, 503, workbenchMissingPage());
      sendShell(desk, response, { built, visitor });
    },
  };
}

/** The page to sign in at, where the place opens to its provider alone. */
function providerToAsk(
  { base }: Desk,
  request: Request,
  principal: Visitor['principal'],
  scope: keyof typeof GATES,
): string | undefined {
  const id = String(request.params[`${scope}Id`]);
  const workspaceId = closedPlace(base, principal, scope === 'profile' ? { profileId: id } : { workspaceId: id.toLowerCase() });
  return workspaceId === undefined ? undefined : ssoPath(workspaceId);
}

/** The id in the address, of a place that the person may open. */
function placeOf(desk: Desk, request: Request, { principal }: Visitor, scope: keyof typeof GATES): string {
  const id = String(request.params[`${scope}Id`]).toLowerCase();
  if (!isUuid(id)) throw new ApiError('not_found', 'There is no such page.');
  if (!desk.isAllowed(principal, GATES[scope], { [`${scope}Id`]: id }))
    throw new ApiError('not_found', `There is no such ${scope}.`);
  return id;
}

function sendShell(desk: Desk, response: Response, { built, visitor }: { built: Built; visitor: Visitor }): void {
  response.setHeader('Content-Security-Policy', POLICY);
  response.append('Set-Cookie', setWorkbench(visitor.session, desk.isHttps()));
  const preloads = built.first.map((name) => `<link rel="modulepreload" href="${ASSETS}${name}">`);
  write(
    response,
    200,
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="csrf-token" content="${requestToken(visitor.session)}">
<title>Tributary</title>
<script src="${ASSETS}${built.theme}"></script>
<link rel="stylesheet" href="${ASSETS}${built.style}">
<link rel="icon" href="${iconPath}" type="image/svg+xml">
${preloads.join('\n')}
<script type="module" src="${ASSETS}${built.script}"></script>
</head>
<body>
<div id="workbench"></div>
<noscript><p class="without-script">The figures of the console need JavaScript. Signing in, approving and connecting accounts work without.</p></noscript>
</body>
</html>
`,
  );
}

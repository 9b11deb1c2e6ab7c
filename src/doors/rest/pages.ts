// Pages and probes beside the operations: the API reference (served from this host alone), the errors page, health and metrics.
import express, { type Response, type Router } from 'express';
// Not the package itself, which would load the page's own program here.
import absolutePath from 'swagger-ui-dist/absolute-path.js';
import type { Base } from '../../base/base.ts';
import type { Metrics } from '../http/metrics.ts';
import { errorsPage } from './errors-page.ts';
import { refuseMetrics } from './metrics-access.ts';
import { readiness } from './readiness.ts';

const REFERENCE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="icon" href="/docs/assets/favicon-32x32.png">
</head>
<body>
<noscript>This page needs JavaScript; the contract itself is at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`;

const REFERENCE_SCRIPT = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
});
`;

export function createPages(base: Base, metrics: Metrics): Router {
  const router = express.Router({ caseSensitive: true });
  const errors = errorsPage();
  router.get('/docs', (_request, response) => send(response, 'text/html', REFERENCE));
  router.get('/docs/reference.js', (_request, response) => send(response, 'text/javascript', REFERENCE_SCRIPT));
  router.get('/docs/errors', (_request, response) => send(response, 'text/html', errors));
  router.use('/docs/assets', express.static(absolutePath(), { index: false, maxAge: '1h' }));
  router.get('/healthz', (_request, response) => send(response, 'application/json', '{"status":"ok"}'));
  router.get('/readyz', async (_request, response) => {
    const { checks, problems } = await readiness(base);
    const isReady = Object.values(checks).every((state) => state === 'ok');
    response.status(isReady ? 200 : 503);
    send(response, 'application/json', JSON.stringify({ status: isReady ? 'ok' : 'unavailable', checks, problems }));
  });
  router.get('/metrics', async (request, response) => {
    refuseMetrics(base.config, request);
    send(response, metrics.contentType, await metrics.text());
  });
  return router;
}

function send(response: Response, type: string, text: string): void {
  response.setHeader('Content-Type', type.includes('charset') ? type : `${type}; charset=utf-8`);
  response.setHeader('Cache-Control', 'no-cache');
  response.end(text);
}

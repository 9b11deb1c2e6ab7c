// Pages and probes beside the operations: the API reference (served from this host alone), the errors page, health and metrics.
import express, { type Response, type Router } from 'express';
// Not the package itself, which would load the page's own program here.
import absolutePath from 'swagger-ui-dist/absolute-path.js';
import type { Base } from '../../base/base.ts';
import type { Metrics } from '../http/metrics.ts';
import { errorsPage } from './errors-page.ts';
import { docsPage, docsStyle } from './html.ts';
import { refuseMetrics } from './metrics-access.ts';
import { readiness } from './readiness.ts';

const REFERENCE = docsPage({
  title: 'API reference',
  head: '<link rel="stylesheet" href="/docs/assets/swagger-ui.css">\n',
  body: `<noscript>This page needs JavaScript; the contract itself is at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>`,
});

/**
 * Swagger UI has a dark look behind a class. Left out are its list of servers, which has one entry and no label, and its links inside of buttons, whose
 * address a press on the button gives as well.
 */
const REFERENCE_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const plain = ({ React }) => ({
  components: { DeepLink: ({ text }) => React.createElement('span', null, text), ServersContainer: () => null },
});
SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [plain],
});
`;

export function createPages(base: Base, metrics: Metrics): Router {
  const router = express.Router({ caseSensitive: true });
  const errors = errorsPage();
  router.get('/docs', (_request, response) => send(response, 'text/html', REFERENCE));
  router.get('/docs/reference.js', (_request, response) => send(response, 'text/javascript', REFERENCE_SCRIPT));
  router.get('/docs/docs.css', (_request, response) => send(response, 'text/css', docsStyle));
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

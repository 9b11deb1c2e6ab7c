// Files for the import into Google Tag Manager: a container with one tag for all pages, and a template of the same for containers without
// custom HTML. Ids are placeholders; the import gives its own.

/** Tag Manager's own trigger for every page. */
const ALL_PAGES = '2147479553';

export function gtmContainer(html: string, now: number): Record<string, unknown> {
  const place = { accountId: '0', containerId: '0' };
  return {
    exportFormatVersion: 2,
    exportTime: new Date(now).toISOString().slice(0, 19).replace('T', ' '),
    containerVersion: {
      path: 'accounts/0/containers/0/versions/0',
      ...place,
      containerVersionId: '0',
      fingerprint: String(now),
      container: {
        path: 'accounts/0/containers/0',
        ...place,
        name: 'Tributary',
        publicId: 'GTM-0000000',
        usageContext: ['WEB'],
      },
      tag: [
        {
          ...place,
          tagId: '1',
          name: 'Tributary tracker',
          type: 'html',
          fingerprint: String(now),
          parameter: [
            { type: 'TEMPLATE', key: 'html', value: html },
            { type: 'BOOLEAN', key: 'supportDocumentWrite', value: 'false' },
          ],
          firingTriggerId: [ALL_PAGES],
          tagFiringOption: 'ONCE_PER_LOAD',
        },
      ],
    },
  };
}

const section = (name: string, content: string): string => `___${name}___\n\n${content}\n`;

export function gtmTemplate(script: string): string {
  const info = {
    type: 'TAG',
    id: 'cvt_temp_public_id',
    version: 1,
    securityGroups: [],
    displayName: 'Tributary',
    description: 'Reports visits to Tributary.',
    containerContexts: ['WEB'],
  };
  const code = `const injectScript = require('injectScript');
injectScript(${JSON.stringify(script)}, data.gtmOnSuccess, data.gtmOnFailure, 'tributary');`;
  const permissions = [
    {
      instance: {
        key: { publicId: 'inject_script', versionId: '1' },
        param: [{ key: 'urls', value: { type: 2, listItem: [{ type: 1, string: script }] } }],
      },
      clientAnnotations: { isEditedByUser: true },
      isRequired: true,
    },
  ];
  return [
    section('INFO', JSON.stringify(info, null, 2)),
    section('TEMPLATE_PARAMETERS', '[]'),
    section('SANDBOXED_JS_FOR_WEB_TEMPLATE', code),
    section('WEB_PERMISSIONS', JSON.stringify(permissions, null, 2)),
    section('NOTES', 'Loads the tracker of one profile.'),
  ].join('\n');
}

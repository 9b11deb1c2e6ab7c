import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Settings',
  group: 'Set up',
  order: 90,
  path: 'settings',
  scope: 'workspace',
  controls: [],
  keywords:
    'users people invite colleague members roles sign-in single sign-on sso oidc api keys apps agents mcp audit privacy erasure retention record of processing mail sender plan profiles',
  icon: 'M8 10.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400ZM8 1.800v2M8 12.200v2M1.800 8h2M12.200 8h2M3.600 3.600 5 5M11 11l1.400 1.400M12.400 3.600 11 5M5 11l-1.400 1.400',
});

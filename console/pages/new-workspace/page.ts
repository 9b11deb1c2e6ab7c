import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'New workspace',
  group: 'Set up',
  order: 98,
  path: 'workspaces/new',
  scope: 'person',
  controls: [],
  keywords: 'create firm client shop profile',
  icon: 'M8 3v10M3 8h10',
});

import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Identity',
  group: 'People',
  order: 20,
  path: 'identity',
  scope: 'profile',
  controls: [],
  keywords: 'merge duplicate pair person proposal undo repair identifier',
  icon: 'M6 10.500a4 4 0 1 1 0-8a4 4 0 0 1 0 8zM10 13.500a4 4 0 1 0 0-8a4 4 0 0 0 0 8z',
});

import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Portfolio',
  group: 'See',
  order: 5,
  path: 'portfolio',
  scope: 'workspace',
  controls: ['period'],
  keywords: 'profiles workspace brands clients budget pace',
  icon: 'M2 5.500h12v8H2zM5.500 5.500v-2.500h5v2.500M2 9h12',
});

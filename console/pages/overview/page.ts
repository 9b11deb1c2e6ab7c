import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Overview',
  group: 'See',
  order: 10,
  path: '',
  scope: 'profile',
  controls: ['period', 'comparison', 'model', 'filters', 'intervals', 'as_of'],
  keywords: 'home revenue spend roas',
  icon: 'M2.5 2.500h4.500v4.500h-4.500zM9 2.500h4.500v4.500h-4.500zM2.500 9h4.500v4.500h-4.500zM9 9h4.500v4.500h-4.500z',
});

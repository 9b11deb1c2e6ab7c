import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Paths',
  group: 'See',
  order: 30,
  path: 'paths',
  scope: 'profile',
  controls: ['period', 'goal', 'as_of'],
  keywords: 'journeys sequence flow touches days to sale',
  icon: 'M2.500 4c5 0 6 8 11 8M2.500 12c5 0 6-8 11-8',
});

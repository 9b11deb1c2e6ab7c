import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'What we knew when',
  group: 'See',
  order: 51,
  path: 'known',
  scope: 'profile',
  controls: ['period', 'goal', 'model'],
  keywords: 'changes restated last week moved difference audit',
  icon: 'M2.500 3.500h4v9h-4zM9.500 6.500h4v6h-4zM6.500 3.500h3',
});

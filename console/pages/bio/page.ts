import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Page of links',
  group: 'Set up',
  order: 70,
  path: 'page-of-links',
  scope: 'profile',
  controls: [],
  keywords: 'bio link in bio handle slug branding logo colours share short qr code flyer instagram tiktok',
  icon: 'M4 2.500h8v11H4zM6 5.500h4M6 8h4M6 10.500h4',
});

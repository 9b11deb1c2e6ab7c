import { definePage } from '../../frame/page.ts';

export default definePage({
  title: 'Inbox',
  group: 'People',
  order: 15,
  path: 'inbox',
  scope: 'profile',
  controls: [],
  keywords: 'messages mail whatsapp conversation reply unread blocked addresses',
  icon: 'M2 9l2-5.500h8l2 5.500v3.500h-12zM2 9h3.500l1 1.500h3l1-1.500h3.500',
});

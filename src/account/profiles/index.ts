// Exports of profiles for other slices: creating them, their settings, and handing over the steps of the setup checklist.
export { changePrivacyMode, writeProfile } from './profile.ts';
export { addProfile } from './profiles.ts';
export {
  checkedDomain,
  checkedDomains,
  hostsBeyond,
  profileClocks,
  profileDay,
  profileDayStart,
  profileSettings,
} from './settings.ts';

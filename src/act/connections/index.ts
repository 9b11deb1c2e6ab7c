// Exports of connections for other slices: the page of a link, and what commands do. A further provider is a row of seeds/providers.csv and a
// client in src/providers.
export {
  type AdAccess,
  type AdPlace,
  callAdPlatform,
  type FoundAdAccount,
  findAdAccount,
  findAdPlaces,
  openAdAccess,
  openAdAccesses,
  refusalOfPlatform,
} from './ad-access.ts';
export { checkValues, endApp, setApp } from './apps/provider-apps.ts';
export { byRegistration, type ProviderSettings } from './apps/registrations.ts';
export { allWizards, shownApp, wizardOf } from './apps/wizard.ts';
export {
  type CalendarAccess,
  type ConnectedCalendar,
  callCalendar,
  connectedCalendars,
  findCalendarOwner,
  openCalendar,
  openCalendarToRead,
  refusalOfCalendar,
  requireCalendarProvider,
  requireCalendarWrites,
} from './calendars/access.ts';
export { chatAdsOf, findChatAd, type StoredChatAd } from './catalogue/chat-ads.ts';
export { type Content, contentsOf } from './catalogue/contents.ts';
export { catalogueParents } from './catalogue/parents.ts';
export { pictureTypeOf } from './catalogue/picture-type.ts';
export { findPicture, pictureAddresses, readPicture } from './catalogue/pictures.ts';
export { findStudy, type ReadStudy, studiesOf, studyAccounts } from './catalogue/studies.ts';
export { changeLogs } from './changes/logs.ts';
export { type AdChange, type ChangesAsked, storedChanges } from './changes/store.ts';
export { type ConnectState, chooseAccounts, enterCredentials, finishVisit, lookAtLink } from './connect.ts';
export { accountsOf, type Connection, connectionsOf, findConnection } from './connection.ts';
export { connectionGrant } from './connection-grant.ts';
export { endConnection, endGrant, shown as shownConnection } from './connections.ts';
export { renewingOnce } from './grants.ts';
export { connectionProblems, versionWarnings } from './health.ts';
export { connectPath, reconnectUrl, startVisit } from './links.ts';
export { keepImport } from './mailboxes/mail-import.ts';
export {
  allMailConnections,
  type ChosenFolder,
  mailConnectionsOf,
  noteMailAccepted,
  noteMailRefusal,
  type OpenMailbox,
  openMailbox,
} from './mailboxes/mailboxes.ts';
export {
  noteAccountNotice,
  noteWhatsAppAccepted,
  noteWhatsAppRefusal,
  type OpenWhatsApp,
  openWhatsApp,
  placesOfNumber,
  type WhatsAppNumber,
  whatsAppHooks,
  whatsAppNumbers,
} from './messengers/messengers.ts';
export { spendReaderOf } from './read-spend.ts';
export { confirmOutcomes } from './records/outcome-form.ts';
export { receiveHook } from './records/receive-hook.ts';
export { connectDemo, readDemo } from './sandbox/demo-connection.ts';
export { findPatience } from './shops/shops.ts';
export { queueSyncs } from './sync-queue.ts';
export { refreshWriteAccess, requireAdWriteAccess } from './write-access.ts';

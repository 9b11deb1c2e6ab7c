// Exports of messaging for doors: webhooks of WhatsApp, forwarded codes, and the page of the link by which a person ends messages.

export { findOptOut, optOut } from './opt-out.ts';
export { receiveNumberCode } from './whatsapp/code-relay.ts';
export { checkWhatsAppAddress, receiveWhatsApp } from './whatsapp/receive.ts';

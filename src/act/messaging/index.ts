// Exports of messaging for doors: webhooks of WhatsApp, and the page of the link by which a person ends messages.

export { findOptOut, optOut } from './opt-out.ts';
export { checkWhatsAppAddress, receiveWhatsApp } from './whatsapp/receive.ts';

// Exports of messaging for doors: webhooks of WhatsApp, forwarded codes, the page of the link by which a person ends messages, and conversations of the demo.

export { plantConversations } from './demo/demo-inbox.ts';
export { findOptOut, optOut } from './opt-out.ts';
export { receiveNumberCode } from './whatsapp/code-relay.ts';
export { checkWhatsAppAddress, receiveWhatsApp } from './whatsapp/receive.ts';

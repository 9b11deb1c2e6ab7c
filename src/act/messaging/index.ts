// Exports of messaging for the door of webhooks.
export { checkWhatsAppAddress, receiveWhatsApp } from './whatsapp/receive.ts';

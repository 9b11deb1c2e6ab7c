// Chats of a profile: what alerts and reports call.
export { type ChatRow, chatsOf, findChat } from './chats.ts';
export { CHAT_RETRY, type ChatState, writeInChat } from './write.ts';

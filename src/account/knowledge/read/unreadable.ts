// A file that is no document, in words for its sender.
export class UnreadableDocument extends Error {}

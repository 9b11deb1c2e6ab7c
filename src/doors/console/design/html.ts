// The elements of server-drawn components: elements of Preact, rendered to text on the server and never run in a browser.
import type { ComponentChildren, VNode } from 'preact';

export { h } from 'preact';

export type Children = ComponentChildren;

/** An element of any kind. */
// biome-ignore lint/suspicious/noExplicitAny: an element says nothing about the properties it was made with
export type Html = VNode<any>;

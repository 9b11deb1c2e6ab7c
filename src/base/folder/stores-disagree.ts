/** The stores of a data folder are not all there, or not of one moment; the message says what is wrong and the one next thing to do. */
export class StoresDisagree extends Error {}

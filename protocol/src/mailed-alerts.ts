/** An address, without what separates addresses in a mail's head; no part of its domain is empty. */
export const MAIL_ADDRESS =
  /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\.]+(?:\.[^\s@<>",;:()[\]\\.]+)*$/

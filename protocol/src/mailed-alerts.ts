/** Kinds that nobody can mute: whoever holds a superadmin's session could hide a fire or a forged gate. */
export const ALWAYS_MAILED: readonly string[] = ['input_fire', 'sensor_alarm', 'quarantine']

/** An address, without what separates addresses in a mail's head; no part of its domain is empty. */
export const MAIL_ADDRESS =
  /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\.]+(?:\.[^\s@<>",;:()[\]\\.]+)*$/

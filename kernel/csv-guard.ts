/**
 * Guards texts in files that spreadsheets open. Spreadsheets run a text that begins with = + - @ or a control character as a formula, so it
 * gets an apostrophe before it, and the import takes it away again. A text that begins with apostrophes before such a character gets one
 * too, so that what is read is always what was written.
 */
export const RISKY = /^'*[=+\-@\t\r]/
const NUMBER = /^-?\d+([.,]\d+)?$/

/** Returns a text as a file contains it. A negative number is left alone. */
export const guarded = (text: string): string => (RISKY.test(text) && !NUMBER.test(text) ? `'${text}` : text)

/** Returns a text of a file without its guard. */
export const unguarded = (text: string): string => (text.startsWith("'") && RISKY.test(text) ? text.slice(1) : text)

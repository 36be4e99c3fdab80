/** Translates the error of a mail. */

/** Codes of the mail library for errors without an answer of the mail server. */
const CAUSES = {
  ECONNECTION: 'connection',
  ESOCKET: 'connection',
  EDNS: 'connection',
  ETIMEDOUT: 'time-out',
  ETLS: 'encryption',
  EENVELOPE: 'address',
} as const

const isCode = (text: string): text is keyof typeof CAUSES => Object.hasOwn(CAUSES, text)

/**
 * Returns the error of a mail with its known codes translated. Errors have the form `<code>` or `<address>: <code>; …`.
 */
export const causeInWords = (error: string, word: (cause: (typeof CAUSES)[keyof typeof CAUSES]) => string): string =>
  error.replaceAll(/(?<=^|: )[A-Z]+(?=$|;)/g, (code) => (isCode(code) ? word(CAUSES[code]) : code))

/** Why a mail did not go, in words for people. */

/** What the mail library says by a code when the mail server itself said nothing. */
const CAUSES = {
  ECONNECTION: 'connection',
  ESOCKET: 'connection',
  EDNS: 'connection',
  ETIMEDOUT: 'time-out',
  ETLS: 'encryption',
  EENVELOPE: 'address',
} as const

const isCode = (text: string): text is keyof typeof CAUSES => Object.hasOwn(CAUSES, text)

/** The error of a mail, `<code>` or `<address>: <code>; …`, with the codes that are known in words. */
export const causeInWords = (error: string, word: (cause: (typeof CAUSES)[keyof typeof CAUSES]) => string): string =>
  error.replaceAll(/(?<=^|: )[A-Z]+(?=$|;)/g, (code) => (isCode(code) ? word(CAUSES[code]) : code))

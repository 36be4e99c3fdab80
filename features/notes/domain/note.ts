/** What a note is: words about a record, and files kept with it. */

export const MOST_FILES = 10
export const MOST_FILE_BYTES = 10 * 1024 * 1024

const ANY = 'application/octet-stream'
/** Kinds of file that a browser may show without harm; whatever else a file is, it is only ever saved. */
const HARMLESS = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']

/** The kind a file is handed out as, by what was found in it. */
export const mediaTypeOf = (found: string | undefined): string =>
  found !== undefined && HARMLESS.includes(found) ? found : ANY

/** What history says of a note: its beginning and the names of its files. */
export function summaryOf(body: string, files: readonly string[]): string {
  const most = 200
  const words = body.length > most ? `${body.slice(0, most).trimEnd()}…` : body
  return [words, files.join(', ')].filter((part) => part !== '').join(' · ')
}

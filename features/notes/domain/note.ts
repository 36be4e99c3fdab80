/** A note is a text about a record, with files. */

export const MOST_FILES = 10
export const MOST_FILE_BYTES = 10 * 1024 * 1024

const ANY = 'application/octet-stream'
/** Browsers show these kinds of file without running code from them. All other files are only downloaded. */
const SAFE_TO_SHOW = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']

/**
 * Returns the media type of a download, from the type found in the file's content. Undefined becomes a plain download.
 */
export const mediaTypeOf = (found: string | undefined): string =>
  found !== undefined && SAFE_TO_SHOW.includes(found) ? found : ANY

/** Returns the summary of a note for the history: its beginning and the names of its files. */
export function summaryOf(body: string, files: readonly string[]): string {
  const most = 200
  const words = body.length > most ? `${body.slice(0, most).trimEnd()}…` : body
  return [words, files.join(', ')].filter((part) => part !== '').join(' · ')
}

/**
 * Returns the text that stays in the field after a note was sent: what was added during the request, or the whole text
 * if it was changed otherwise.
 */
export function unsentText(sent: string, now: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now
}

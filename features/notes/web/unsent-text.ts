/**
 * Returns the text that stays in the field after a note was sent: what was added during the request, or the whole text
 * if it was changed otherwise.
 */
export function unsentText(sent: string, now: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now
}

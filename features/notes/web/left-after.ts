/** What stays in the box when a note was sent: what was typed behind it meanwhile, or all of it once it was changed. */
export function leftAfter(sent: string, now: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now
}

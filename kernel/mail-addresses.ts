/**
 * Returns the parts of a text between commas or semicolons, trimmed, without empty ones. A part that is given again, in any
 * case, is left out, so that no mailbox receives a mail twice. Does not check that they are addresses.
 */
export function addressesIn(text: string): string[] {
  const seen = new Set([''])
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => !seen.has(part.toLowerCase()) && seen.add(part.toLowerCase()))
}

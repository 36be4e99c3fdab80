/**
 * Returns the parts of a text between commas or semicolons, trimmed, without empty ones. Does not check that they are
 * addresses.
 */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

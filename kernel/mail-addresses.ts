/** The addresses in a text as people write them, separated by commas or semicolons; not yet looked at. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** A sentence that ends with an abbreviation ends with one full stop: "… of Δάφνη Ε.Ε." */

/** Matches the second of two full stops behind a letter. */
const SECOND = /(?<=\p{L}\.)\.(?!\.)/gu

/** Returns the text without a second full stop where a name with an abbreviation ends the sentence. */
export const oneFullStop = (text: string): string => (text.includes('..') ? text.replace(SECOND, '') : text)

/** Removes from names and codes what no page shows, so that two texts that look the same are the same. */

/** Characters that no page shows, such as zero width spaces, byte order marks and marks of the writing direction. */
export const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** A blank of any width, and the empty pattern of Braille, which shows nothing. */
const BLANK = /[\p{Zs}\u2800]/gu

/** An emoji that is joined from several, has a variation or is a flag. Its invisible characters decide what it shows. */
const EMOJI =
  /(?:\p{Extended_Pictographic}|[0-9#*](?=\uFE0F\u20E3))[\uFE0F\p{Emoji_Modifier}]?(?:\u20E3|(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)+|[\u{E0020}-\u{E007E}]+\u{E007F})?/u

const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI.source})|${INVISIBLE.source}`, 'gu')

/**
 * Returns `text` without invisible characters, except inside an emoji. Letters with accents have one code (NFC), and a
 * blank of any width is a plain one. Tabs and line ends stay.
 */
export const visibleText = (text: string): string =>
  text
    .replace(EMOJI_OR_INVISIBLE, (_, emoji: string | undefined) => emoji ?? '')
    .normalize('NFC')
    .replace(BLANK, ' ')

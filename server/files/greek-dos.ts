/** Reads Greek text of DOS (code page 737), which programs of banks and older cash registers still write. */

/** The signs of the bytes from 0x80 on, by the table CP737 of the Unicode Consortium. The last one is a space that does not break. */
const SIGNS =
  'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ' +
  '░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0'

const FIRST = 0x80
/** After the letters without accents come signs that draw frames. There Windows has its letters. */
const FRAMES = 0xb0

export const decodeGreekDos = (content: Buffer): string =>
  content.toString('latin1').replace(/[\u0080-\u00ff]/g, (sign) => SIGNS.charAt(sign.charCodeAt(0) - FIRST))

/** A word as no western file has one. */
const GREEK_WORD = /[Α-Ωα-ωΆ-ώ]{3}/

/**
 * Reports whether a text of one byte a sign is Greek of DOS: most of its letters are where Windows has only signs such as € and quotation marks,
 * and they make words.
 */
export function isGreekDos(content: Buffer): boolean {
  let letters = 0
  let others = 0
  for (const byte of content) {
    if (byte < FIRST) continue
    if (byte < FRAMES) letters += 1
    else others += 1
  }
  return letters > others && GREEK_WORD.test(decodeGreekDos(content))
}

/** Translates the units of providers' files to the units of products. */
import { fold } from '#kernel/fold.ts'
import type { Unit } from '#features/products/domain/product.ts'

/** The words and codes for each unit: of UN/ECE Recommendation 20 (UBL), of Greek and English papers, and of this product. */
const WORDS: Readonly<Record<Unit, readonly string[]>> = {
  Item: [
    'C62',
    'H87',
    'EA',
    'NAR',
    'PCE',
    'PC',
    'PCS',
    'PIECE',
    'PIECES',
    'UNIT',
    'UNITS',
    'ITEM',
    'ITEMS',
    'τεμ',
    'τμχ',
    'τεμαχιο',
    'τεμαχια',
    'τεμ/χια',
    'τεμχ',
  ],
  KG: ['KGM', 'KG', 'KGS', 'KILO', 'KILOS', 'κιλο', 'κιλα', 'κιλ', 'κγ', 'χγρ', 'κιλγρ', 'χιλιογραμμα'],
  Gram: ['GRM', 'GR', 'G', 'GRAM', 'GRAMS', 'γρ', 'γραμ', 'γραμμαρια', 'γραμμαριο'],
  Meter: ['MTR', 'M', 'MT', 'METER', 'METERS', 'METRE', 'μ', 'μετρο', 'μετρα', 'μετ'],
  CM: ['CMT', 'CM', 'εκ', 'εκατοστα', 'εκατοστο'],
  MM: ['MMT', 'MM', 'χιλιοστα', 'χιλιοστο'],
  Litter: ['LTR', 'L', 'LT', 'LIT', 'LITER', 'LITRE', 'LITERS', 'LITRES', 'LITTER', 'λιτρο', 'λιτρα', 'λτ', 'λιτ'],
  CubicM: ['MTQ', 'M3', 'CUBICM', 'κ.μ', 'κυβικα', 'κυβικο', 'κυβικα μετρα', 'κυβικο μετρο', 'μ3'],
}

/** Words for what holds several units of a product, which always need a factor. */
const PACKS: readonly (readonly string[])[] = [
  [
    'XBX',
    'BX',
    'BOX',
    'BOXES',
    'XCT',
    'CT',
    'CTN',
    'CARTON',
    'κιβ',
    'κιβωτιο',
    'κιβωτια',
    'κουτι',
    'κουτια',
    'χαρτοκιβωτια',
  ],
  ['XPK', 'PK', 'PACK', 'PACKS', 'πακ', 'πακετο', 'πακετα', 'συσκ', 'συσκευασια', 'συσκευασιεσ'],
  ['XPX', 'PX', 'PF', 'PALLET', 'PALLETS', 'παλετα', 'παλετεσ', 'παλ'],
  ['XRO', 'RO', 'ROLL', 'ROLLS', 'ρολο', 'ρολα'],
  ['XBG', 'BG', 'BAG', 'BAGS', 'σακι', 'σακια', 'σακοσ', 'σακοι'],
  ['SET', 'SETS', 'σετ'],
]

/** Returns a word as it is compared: without capitals, accents and a final point. */
const wordKey = (written: string): string => fold(written).trim().replace(/\s+/g, ' ').replace(/\.$/, '')

const UNITS_BY_WORD = new Map(
  Object.entries(WORDS).flatMap(([unit, words]) => words.map((word) => [wordKey(word), unit as Unit] as const)),
)
const PACKS_BY_WORD = new Map(PACKS.flatMap((words) => words.map((word) => [wordKey(word), words[0] ?? word] as const)))

/** Returns the unit that a file means; null for boxes, packs, and words that are not known. */
export const unitWritten = (written: string): Unit | null => UNITS_BY_WORD.get(wordKey(written)) ?? null

/** Returns by what a unit of a file is remembered, the same for all words of one unit; an empty text for no unit. */
export function unitKey(written: string): string {
  const word = wordKey(written)
  return UNITS_BY_WORD.get(word) ?? PACKS_BY_WORD.get(word) ?? word
}

/** The units of myDATA by their numbers; 5 (square metres) is no unit of a product, and 7 is other pieces. */
const MYDATA_UNITS: Readonly<Record<string, string>> = {
  1: 'τεμάχια',
  2: 'κιλά',
  3: 'λίτρα',
  4: 'μέτρα',
  5: 'τ.μ.',
  6: 'κυβικά μέτρα',
  7: 'τεμάχια',
}

/** Returns the Greek word for a unit of myDATA; an empty text for no unit. */
export const unitOfMydata = (number: string): string => MYDATA_UNITS[number] ?? ''

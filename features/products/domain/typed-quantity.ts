/** Reads a quantity with its unit from one text, as people write recipes: "0,6 g", "0.6 gr", "0,6 γρ", "2". */
import { fold } from '#kernel/fold.ts'
import { type DecimalSign, LIMITS, parseDecimal, PLACES, type Quantity, quantity } from '#kernel/money.ts'
import { twoReadings } from '#kernel/text/typed-number.ts'
import type { Unit } from './product.ts'
import { familyOf } from './units.ts'

/** The spellings of each unit in the languages of the product, without points and accents, in lower case. */
const SPELLINGS: Readonly<Record<Unit, readonly string[]>> = {
  KG: [
    'kg',
    'kgr',
    'kgs',
    'kilo',
    'kilos',
    'κγ',
    'κιλο',
    'κιλα',
    'κιλ',
    'χγρ',
    'кг',
    'chilogrammo',
    'kilogramo',
    'килограмм',
    'килограм',
    'chilo',
    'chili',
  ],
  Gram: [
    'g',
    'gr',
    'grs',
    'gram',
    'grams',
    'γρ',
    'γραμ',
    'γραμμαριο',
    'γραμμαρια',
    'г',
    'гр',
    'грамм',
    'грам',
    'grammo',
    'grammi',
    'gramo',
    'gramos',
  ],
  Meter: [
    'm',
    'mt',
    'meter',
    'metre',
    'meters',
    'metres',
    'μ',
    'μετρο',
    'μετρα',
    'μετ',
    'м',
    'метр',
    'метар',
    'metro',
    'metri',
    'metros',
  ],
  CM: ['cm', 'εκ', 'εκατ', 'εκατοστα', 'ποντοι', 'см', 'цм'],
  MM: ['mm', 'χιλ', 'χιλιοστα', 'χστ', 'мм'],
  Litter: [
    'l',
    'lt',
    'ltr',
    'litter',
    'liter',
    'litre',
    'liters',
    'litres',
    'λ',
    'λτ',
    'λιτρο',
    'λιτρα',
    'л',
    'литр',
    'литар',
    'litro',
    'litri',
    'litros',
  ],
  CubicM: ['cubicm', 'm3', 'm³', 'cbm', 'μ3', 'μ³', 'κμ', 'κυβικα', 'м3', 'м³'],
  Item: [
    'item',
    'items',
    'pc',
    'pcs',
    'piece',
    'pieces',
    'τεμ',
    'τμχ',
    'τεμαχιο',
    'τεμαχια',
    'шт',
    'ком',
    'pz',
    'pezzo',
    'pezzi',
    'pieza',
    'piezas',
    'штука',
    'штук',
    'комад',
    'ud',
    'uds',
  ],
}

const BY_SPELLING: ReadonlyMap<string, Unit> = new Map(
  Object.entries(SPELLINGS).flatMap(([unit, texts]) => texts.map((text) => [text, unit as Unit] as const)),
)

/** Returns the unit of a spelling in any case, with or without points and accents; null for an unknown one. */
export const unitOf = (text: string): Unit | null => BY_SPELLING.get(fold(text).replaceAll(/[.\s]/g, '')) ?? null

export type TypedQuantity =
  | { readonly quantity: Quantity; readonly unit: Unit; readonly problem: null }
  | { readonly problem: 'empty' | 'number' | 'unclear' | 'positive' | 'large' | 'unit' | 'unlike' }

/**
 * Reads a quantity in a unit of the same family as `unit`, which also is the unit if none is typed. `sign` is the decimal sign of the
 * language; a number with two readings is `unclear` (C-90).
 */
export function readTypedQuantity(text: string, unit: Unit, sign: DecimalSign): TypedQuantity {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: 'empty' }
  const [, figure = '', written = ''] = /^([+\-−–]?[\d.,\s]*)(.*)$/s.exec(trimmed) ?? []
  const scaled = parseDecimal(figure, PLACES.quantity)
  if (scaled === null) return { problem: 'number' }
  if (twoReadings(figure, sign)) return { problem: 'unclear' }
  if (scaled <= 0) return { problem: 'positive' }
  if (scaled > LIMITS.quantity) return { problem: 'large' }
  const typed = written.trim() === '' ? unit : unitOf(written)
  if (typed === null) return { problem: 'unit' }
  if (familyOf(typed) !== familyOf(unit)) return { problem: 'unlike' }
  return { quantity: quantity(scaled), unit: typed, problem: null }
}

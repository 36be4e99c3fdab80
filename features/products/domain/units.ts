/**
 * Converts quantities between units of the same family (C-37). The units of a family differ by powers of ten, so that each
 * conversion is an exact decimal. It is rounded only at the end of a calculation, to four decimals (C-74).
 */
import { type AverageCost, averageOfAll } from './average-cost.ts'
import {
  costOfAll,
  type Exact,
  exactQuantity,
  LIMITS,
  multiplyExact,
  PLACES,
  type Quantity,
  type Rate,
  roundQuantity,
  roundShown,
  shiftExact,
  sumQuantities,
  toNumber,
  type UnitPrice,
} from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { Unit } from './product.ts'

type Family = 'mass' | 'length' | 'volume' | 'pieces'

/** The family of each unit, and its size as a power of ten of the smallest unit of the family. */
const SIZES: Readonly<Record<Unit, readonly [Family, exponent: number]>> = {
  KG: ['mass', 3],
  Gram: ['mass', 0],
  Meter: ['length', 3],
  CM: ['length', 1],
  MM: ['length', 0],
  CubicM: ['volume', 3],
  Litter: ['volume', 0],
  Item: ['pieces', 0],
}

export const familyOf = (unit: Unit): Family => SIZES[unit][0]

/** Returns the power of ten by which a quantity in `from` is multiplied to be in `to`; null for unlike families. */
export const exponentBetween = (from: Unit, to: Unit): number | null =>
  familyOf(from) === familyOf(to) ? SIZES[from][1] - SIZES[to][1] : null

/** Refuses a recipe line whose unit cannot be converted to the unit of its material. */
export const whyNotUnit = (unit: Unit, material: { readonly name: string; readonly unit: Unit }): Refusal | null =>
  familyOf(unit) === familyOf(material.unit)
    ? null
    : refusal('refused', 'products.unlike-unit', { unit, materialUnit: material.unit, name: material.name })

/** The names that a refusal contains at most. */
const MOST_NAMES = 5

/** Refuses to give a material a unit of another family while recipes use it; `users` are the products made of it. */
export const whyNotOtherUnit = (
  material: { readonly name: string; readonly unit: Unit },
  unit: Unit,
  users: readonly string[],
): Refusal | null =>
  users.length === 0 || familyOf(unit) === familyOf(material.unit)
    ? null
    : refusal('refused', 'products.unit-in-recipes', {
        name: material.name,
        unit: material.unit,
        newUnit: unit,
        recipes: users.length,
        names: [...users.slice(0, MOST_NAMES), ...(users.length > MOST_NAMES ? ['…'] : [])].join(', '),
        fields: { unit: 'products.unit-in-recipes' },
      })

/** Refuses to give a product another unit when quantities of it are already stored in the old one. */
export const whyNotUnitOfMoved = (product: { readonly name: string; readonly unit: Unit }, unit: Unit): Refusal =>
  refusal('refused', 'products.unit-moved', {
    name: product.name,
    unit: product.unit,
    newUnit: unit,
    fields: { unit: 'products.unit-moved' },
  })

/** A quantity in the unit in which it was typed. */
export type Measured = { readonly quantity: Quantity; readonly unit: Unit }

/** Returns a quantity in another unit of its family, exactly. Throws for unlike families, which no recipe contains. */
export function exactIn({ quantity, unit }: Measured, to: Unit): Exact {
  if (unit === to) return exactQuantity(quantity)
  const exponent = exponentBetween(unit, to)
  if (exponent === null) throw new RangeError(`${unit} cannot be converted to ${to}`)
  return shiftExact(exactQuantity(quantity), exponent)
}

/** Returns a quantity in another unit of its family, rounded to four decimals. Throws for unlike families. */
export const convert = (measured: Measured, to: Unit): Quantity => roundQuantity(exactIn(measured, to))

/** Returns the sum of quantities of one family in the smallest of their units, in which it is exact. */
export function sumMeasured(first: Measured, others: readonly Measured[]): Measured {
  const all = [first, ...others]
  const { unit } = all.reduce((finest, one) => (SIZES[one.unit][1] < SIZES[finest.unit][1] ? one : finest))
  return { unit, quantity: sumQuantities(all.map((one) => convert(one, unit))) }
}

/** A quantity of a material in the unit of the recipe line, and the cost of one unit of the material. */
export type CostLine = Measured & { readonly materialUnit: Unit; readonly cost: UnitPrice }

/** Returns what materials cost together, plus `percent`, rounded once at the end. */
export const costOfMaterials = (lines: readonly CostLine[], percent: Rate = 0 as Rate): UnitPrice =>
  costOfAll(
    lines.map((line) => ({ count: exactIn(line, line.materialUnit), price: line.cost })),
    percent,
  )

/** Returns a quantity of a recipe in the unit of its material. A unit of another family, which only old data have, counts as that unit. */
const exactOfMaterial = ({ quantity, unit }: Measured, materialUnit: Unit): Exact =>
  exactIn({ quantity, unit: exponentBetween(unit, materialUnit) === null ? materialUnit : unit }, materialUnit)

/** Returns the same as `costOfMaterials` at the average costs of the materials in stock. */
export const averageOfMaterials = (
  lines: readonly (Measured & { readonly materialUnit: Unit; readonly average: AverageCost })[],
  percent: Rate,
): AverageCost =>
  averageOfAll(
    lines.map(({ average, ...line }) => ({ count: exactOfMaterial(line, line.materialUnit), price: average })),
    percent,
  )

/**
 * Returns what making `pieces` takes of a material, in the unit of the material. `perUnit` is in `unit`. It is multiplied exactly
 * and rounded once (C-74). The quantity is at most `MOST_SHOWN`; whatever stores it refuses more than the limit of quantities by
 * `whyNotNeeded`.
 */
export const neededOf = (pieces: Quantity, perUnit: Quantity, unit: Unit, materialUnit: Unit): Quantity =>
  roundShown(multiplyExact(exactQuantity(pieces), exactOfMaterial({ quantity: perUnit, unit }, materialUnit)))

/** Returns why a task cannot take so much of a material; null if it can. */
export const whyNotNeeded = (needed: Quantity, name: string): Refusal | null =>
  needed <= LIMITS.quantity
    ? null
    : refusal('refused', 'products.needs-too-much', { name, most: toNumber(LIMITS.quantity, PLACES.quantity) })

/** Returns the sum of the quantities in each unit, in the order of the lines, because kilograms and metres have no common sum. */
export const sumsByUnit = (
  lines: readonly { readonly unit: string; readonly quantity: Quantity }[],
): { readonly unit: string; readonly quantity: Quantity }[] =>
  [...Map.groupBy(lines, ({ unit }) => unit)].map(([unit, own]) => ({
    unit,
    quantity: sumQuantities(own.map(({ quantity }) => quantity)),
  }))

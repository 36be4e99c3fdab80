/** Carries a changed line of one recipe into the recipes of other products. */
import type { Step } from './product.ts'
import type { Measured } from './units.ts'

/** A line of a recipe as it is stored. */
export type StoredLine = Measured & { readonly materialId: number }

/** A line before and after a person changed it. */
export type Replacement = { readonly from: StoredLine; readonly to: StoredLine }

export const sameLine = (a: StoredLine, b: StoredLine): boolean =>
  a.materialId === b.materialId && a.quantity === b.quantity && a.unit === b.unit

/**
 * Returns what a line becomes, or null if it stays. A line with the same material and quantity becomes the changed one. A
 * line with another quantity keeps it if only the material was replaced, and otherwise gets the new quantity.
 */
export function carriedLine(line: StoredLine, replacements: readonly Replacement[]): StoredLine | null {
  const about = replacements.filter(({ from }) => from.materialId === line.materialId)
  const exact = about.find(({ from }) => sameLine(from, line))
  const change = exact ?? about[0]
  if (change === undefined) return null
  const { from, to } = change
  const isSameQuantity = from.quantity === to.quantity && from.unit === to.unit
  const next = exact === undefined && isSameQuantity ? { ...to, quantity: line.quantity, unit: line.unit } : { ...to }
  return sameLine(next, line) ? null : next
}

type Lines = readonly { readonly seq: number; readonly section: string; readonly materials: readonly StoredLine[] }[]

/** Returns the steps with the carried lines. */
export const carriedSteps = (steps: Lines, replacements: readonly Replacement[]): Step[] =>
  steps.map(({ seq, section, materials }) => ({
    seq,
    section,
    materials: materials.map((line) => {
      const { materialId, quantity, unit } = carriedLine(line, replacements) ?? line
      return { materialId, quantity, unit }
    }),
  }))

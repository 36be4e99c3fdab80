/** The recipe while it is being edited: steps with materials, whose quantities are texts until they are saved. */
import { computedCost } from '../../domain/cost.ts'
import type { OutputOf } from '#kernel/contract.ts'
import type { Quantity, Rate, UnitPrice } from '#kernel/money.ts'
import { decimalSign } from '#web/format.ts'
import type { ProductForLine, productDetail } from '../../domain/contract.ts'
import { DEFAULT_SECTION, type Step, type Unit } from '../../domain/product.ts'
import { readTypedQuantity } from '../../domain/typed-quantity.ts'
import { type Replacement, sameLine, type StoredLine } from '../../domain/update-all.ts'
import { type CostLine, costOfMaterials, familyOf, type Measured } from '../../domain/units.ts'

type StoredStep = OutputOf<typeof productDetail>['product']['steps'][number]

/** The material of a line, with its own unit and its stored cost. */
export type DraftMaterial = {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly unit: Unit
  readonly cost: UnitPrice | null
}

export type DraftLine = {
  /** Identifies the line on the page. */
  readonly key: number
  readonly material: DraftMaterial
  /** Number and unit as typed. */
  readonly text: string
  /** The unit of a text without one. */
  readonly unit: Unit
  /** The line before the person changed it; null for a new line. */
  readonly was: StoredLine | null
}

export type DraftStep = {
  readonly key: number
  /** The number of the step as typed. */
  readonly seq: string
  readonly section: string
  /** The minutes of work for one unit (C-82); null or missing if they are not known. */
  readonly minutes?: Quantity | null | undefined
  readonly lines: readonly DraftLine[]
}

let lastKey = 0
const nextKey = (): number => ++lastKey

/** Returns the steps of a stored recipe. `show` writes a quantity with its unit. */
export const draftOf = (steps: readonly StoredStep[], show: (measured: Measured) => string): DraftStep[] =>
  steps.map(({ seq, section, minutes, materials }) => ({
    key: nextKey(),
    seq: String(seq),
    section,
    minutes,
    lines: materials.map(({ materialId, name, sku, materialUnit, cost, quantity, unit }) => ({
      key: nextKey(),
      material: { id: materialId, name, sku, unit: materialUnit, cost },
      text: show({ quantity, unit }),
      unit,
      was: { materialId, quantity, unit },
    })),
  }))

export const materialOf = ({ id, name, sku, unit, costPrice }: ProductForLine): DraftMaterial => ({
  id,
  name,
  sku,
  unit,
  cost: costPrice,
})

const emptyStep = (): DraftStep => ({ key: nextKey(), seq: '', section: DEFAULT_SECTION, lines: [] })

const numbered = (steps: readonly DraftStep[]): DraftStep[] =>
  steps.map((step, index) => ({ ...step, seq: String(index + 1) }))

/** Returns the steps with an empty one after the given step, or at the end, numbered from 1. */
export function addStep(steps: readonly DraftStep[], after: number | null): DraftStep[] {
  const at = steps.findIndex((step) => step.key === after)
  return numbered(steps.toSpliced(at < 0 ? steps.length : at + 1, 0, emptyStep()))
}

export const removeStep = (steps: readonly DraftStep[], key: number): DraftStep[] =>
  numbered(steps.filter((step) => step.key !== key))

export const changeStep = (
  steps: readonly DraftStep[],
  key: number,
  change: Partial<Pick<DraftStep, 'seq' | 'section' | 'minutes'>>,
): DraftStep[] => steps.map((step) => (step.key === key ? { ...step, ...change } : step))

/** Returns the steps with a material at the end of a step. */
export const addLine = (steps: readonly DraftStep[], stepKey: number, material: DraftMaterial): DraftStep[] =>
  steps.map((step) =>
    step.key === stepKey
      ? { ...step, lines: [...step.lines, { key: nextKey(), material, text: '', unit: material.unit, was: null }] }
      : step,
  )

const mapLines = (steps: readonly DraftStep[], change: (line: DraftLine) => DraftLine | null): DraftStep[] =>
  steps.map((step) => ({ ...step, lines: step.lines.map(change).filter((line) => line !== null) }))

export const typeQuantity = (steps: readonly DraftStep[], key: number, text: string): DraftStep[] =>
  mapLines(steps, (line) => (line.key === key ? { ...line, text } : line))

/** Puts another material in the place of one. The quantity stays. */
export const replaceMaterial = (steps: readonly DraftStep[], key: number, material: DraftMaterial): DraftStep[] =>
  mapLines(steps, (line) => {
    if (line.key !== key) return line
    return { ...line, material, unit: familyOf(line.unit) === familyOf(material.unit) ? line.unit : material.unit }
  })

export const removeLine = (steps: readonly DraftStep[], key: number): DraftStep[] =>
  mapLines(steps, (line) => (line.key === key ? null : line))

/** Returns the steps with one moved by some places, numbered from 1. A step at an end stays there. */
export function moveStep(steps: readonly DraftStep[], key: number, by: number): DraftStep[] {
  const from = steps.findIndex((step) => step.key === key)
  const step = steps[from]
  const to = Math.max(0, Math.min(steps.length - 1, from + by))
  return step === undefined ? [...steps] : numbered(steps.toSpliced(from, 1).toSpliced(to, 0, step))
}

/** The place of a line: its step, and how many lines are above it. */
export type LinePlace = { readonly stepKey: number; readonly index: number }

export function placeOf(steps: readonly DraftStep[], key: number): LinePlace | null {
  for (const step of steps) {
    const index = step.lines.findIndex((line) => line.key === key)
    if (index >= 0) return { stepKey: step.key, index }
  }
  return null
}

/** Returns the steps with a line at another place. The index counts the lines without the moved one. */
export function placeLine(steps: readonly DraftStep[], key: number, to: LinePlace): DraftStep[] {
  const line = steps.flatMap((step) => step.lines).find((one) => one.key === key)
  if (line === undefined) return [...steps]
  return removeLine(steps, key).map((step) =>
    step.key === to.stepKey ? { ...step, lines: step.lines.toSpliced(to.index, 0, line) } : step,
  )
}

/** Returns the steps with a line one place higher or lower, which may be in the next step. */
export function moveLine(steps: readonly DraftStep[], key: number, by: 1 | -1): DraftStep[] {
  const at = placeOf(steps, key)
  if (at === null) return [...steps]
  const stepIndex = steps.findIndex((step) => step.key === at.stepKey)
  const length = steps[stepIndex]?.lines.length ?? 0
  const index = at.index + by
  if (index >= 0 && index < length) return placeLine(steps, key, { ...at, index })
  const next = steps[stepIndex + by]
  return next === undefined
    ? [...steps]
    : placeLine(steps, key, { stepKey: next.key, index: by < 0 ? next.lines.length : 0 })
}

export const readLine = (line: DraftLine) =>
  readTypedQuantity(
    line.text,
    familyOf(line.unit) === familyOf(line.material.unit) ? line.unit : line.material.unit,
    decimalSign(),
  )

/** Returns the line as it would be stored; null while its quantity cannot be read. */
function storedLine(line: DraftLine): StoredLine | null {
  const read = readLine(line)
  return read.problem === null ? { materialId: line.material.id, quantity: read.quantity, unit: read.unit } : null
}

/** Returns the number of a step; null for a text that is no number from 0 to 1000. */
const numberOf = ({ seq }: DraftStep): number | null =>
  /^\d{1,4}$/.test(seq.trim()) && Number(seq) <= 1000 ? Number(seq) : null

/** Returns the keys of the steps whose number cannot be read. */
export const unnumbered = (steps: readonly DraftStep[]): number[] =>
  steps.filter((step) => numberOf(step) === null).map(({ key }) => key)

/** Returns the steps as the command takes them, by their numbers. Lines that cannot be read are left out. */
export const toSteps = (steps: readonly DraftStep[]): Step[] =>
  steps
    .map((step) => ({
      seq: numberOf(step) ?? -1,
      section: step.section.trim() || DEFAULT_SECTION,
      minutes: step.minutes ?? null,
      materials: step.lines.map(storedLine).filter((line) => line !== null),
    }))
    .toSorted((a, b) => a.seq - b.seq)

const costLine = (line: DraftLine): CostLine | null => {
  const stored = storedLine(line)
  return stored && line.material.cost !== null
    ? { ...stored, materialUnit: line.material.unit, cost: line.material.cost }
    : null
}

/** Returns what some lines cost together; lines that cannot be read cost nothing. */
export const costOfLines = (lines: readonly DraftLine[]): UnitPrice =>
  costOfMaterials(lines.map(costLine).filter((line) => line !== null))

/** Returns the cost of the product by its recipe, with the margin. */
export const costOfDraft = (steps: readonly DraftStep[], margin: Rate): UnitPrice =>
  computedCost(
    steps.map(({ lines }) => ({ materials: lines.map(costLine).filter((line) => line !== null) })),
    margin,
  )

/** Returns the lines that were stored and are now another material or another quantity. */
export const replacementsOf = (steps: readonly DraftStep[]): Replacement[] =>
  steps.flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const to = storedLine(line)
      return line.was && to && !sameLine(to, line.was) ? [{ from: line.was, to }] : []
    }),
  )

/** Returns the ids of the materials, each once. */
export const materialIdsOf = (steps: readonly DraftStep[]): number[] => [
  ...new Set(steps.flatMap(({ lines }) => lines.map(({ material }) => material.id))),
]

/** Returns the steps with the present names, units and costs of their materials. A material that is not given stays. */
export function withPresentMaterials(steps: readonly DraftStep[], present: readonly ProductForLine[]): DraftStep[] {
  const byId = new Map(present.map((material) => [material.id, materialOf(material)]))
  return mapLines(steps, (line) => ({ ...line, material: byId.get(line.material.id) ?? line.material }))
}

/** Returns steps that were kept on the device, with keys of this page. */
export const withNewKeys = (steps: readonly DraftStep[]): DraftStep[] =>
  steps.map((step) => ({ ...step, key: nextKey(), lines: step.lines.map((line) => ({ ...line, key: nextKey() })) }))

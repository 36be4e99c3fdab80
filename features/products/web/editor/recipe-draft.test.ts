import { expect, test } from 'vitest'
import { quantity, rate, unitPrice } from '#kernel/money.ts'
import type { ProductForLine } from '../../domain/contract.ts'
import {
  addLine,
  addStep,
  costOfDraft,
  type DraftStep,
  draftOf,
  moveLine,
  moveStep,
  placeLine,
  removeStep,
  replacementsOf,
  toSteps,
  typeQuantity,
  withPresentMaterials,
} from './recipe-draft.ts'

const material = (id: number, unit: 'KG' | 'Item' = 'KG') => ({
  id,
  name: `υλικό ${id}`,
  sku: '',
  unit,
  cost: unitPrice(10_0000),
})
const stored = (materials: number[][]) =>
  draftOf(
    materials.map((ids, index) => ({
      seq: index + 1,
      section: `τμήμα ${index + 1}`,
      minutes: null,
      materials: ids.map((id) => ({
        materialId: id,
        name: `υλικό ${id}`,
        sku: '',
        quantity: quantity(6_0000),
        unit: 'Gram' as const,
        materialUnit: 'KG' as const,
        cost: unitPrice(10_0000),
        stock: quantity(0),
        lendable: false,
      })),
    })),
    (measured) => `${measured.quantity / 10_000} g`,
  )
const shape = (steps: readonly DraftStep[]) =>
  steps.map(({ seq, section, lines }) => [seq, section, lines.map((line) => line.material.id)])
const keyOf = (steps: readonly DraftStep[], id: number): number =>
  steps.flatMap((step) => step.lines).find((line) => line.material.id === id)?.key ?? 0

test('steps are numbered from 1 after one is added, moved or removed', () => {
  const steps = stored([[1], [2], [3]])
  const [first, second] = steps
  expect(shape(moveStep(steps, first?.key ?? 0, 1))).toEqual([
    ['1', 'τμήμα 2', [2]],
    ['2', 'τμήμα 1', [1]],
    ['3', 'τμήμα 3', [3]],
  ])
  expect(shape(addStep(steps, first?.key ?? 0)).map(([seq, section]) => [seq, section])).toEqual([
    ['1', 'τμήμα 1'],
    ['2', 'GEMISMA'],
    ['3', 'τμήμα 2'],
    ['4', 'τμήμα 3'],
  ])
  expect(shape(removeStep(steps, second?.key ?? 0)).map(([seq]) => seq)).toEqual(['1', '2'])
  expect(shape(moveStep(steps, first?.key ?? 0, -1))).toEqual(shape(steps))
})

test('a material moves within its step, then into the next one, and stays at the ends', () => {
  const steps = stored([[1, 2], [3]])
  const lower = moveLine(steps, keyOf(steps, 1), 1)
  expect(shape(lower).map(([, , ids]) => ids)).toEqual([[2, 1], [3]])
  const next = moveLine(lower, keyOf(lower, 1), 1)
  expect(shape(next).map(([, , ids]) => ids)).toEqual([[2], [1, 3]])
  expect(shape(moveLine(next, keyOf(next, 2), -1))).toEqual(shape(next))
  const placed = placeLine(steps, keyOf(steps, 1), { stepKey: steps[1]?.key ?? 0, index: 1 })
  expect(shape(placed).map(([, , ids]) => ids)).toEqual([[2], [3, 1]])
})

test('a recipe without steps stays without, and a step that is added is stored with and without materials', () => {
  expect(toSteps([])).toEqual([])
  const steps = addStep([], null)
  const [first] = steps
  expect(toSteps(steps)).toEqual([{ seq: 1, section: 'GEMISMA', minutes: null, materials: [] }])
  const added = addLine(steps, first?.key ?? 0, material(7))
  const typed = typeQuantity(added, keyOf(added, 7), '1,5')
  expect(toSteps(typed)).toEqual([
    { seq: 1, section: 'GEMISMA', minutes: null, materials: [{ materialId: 7, quantity: 1_5000, unit: 'KG' }] },
  ])
})

test('the cost follows what is typed: 6 g of 10 € a kilogram and 25 % are 0.075 €, and an unreadable text costs nothing', () => {
  const steps = stored([[1]])
  expect(costOfDraft(steps, rate(2500))).toBe(750)
  expect(costOfDraft(typeQuantity(steps, keyOf(steps, 1), '0,012 kg'), rate(0))).toBe(1200)
  expect(costOfDraft(typeQuantity(steps, keyOf(steps, 1), '6 m'), rate(0))).toBe(0)
})

test('a kept recipe gets the present cost of each material that still exists, and keeps what was typed', () => {
  const kept = stored([[1], [2]])
  const present = { id: 1, name: 'νέο όνομα', sku: 'N-1', unit: 'KG' as const, costPrice: unitPrice(20_0000) }
  const steps = withPresentMaterials(kept, [present as ProductForLine])
  expect(steps.flatMap(({ lines }) => lines.map(({ material: { name, cost }, text }) => [name, cost, text]))).toEqual([
    ['νέο όνομα', 20_0000, kept[0]?.lines[0]?.text],
    ['υλικό 2', 10_0000, kept[1]?.lines[0]?.text],
  ])
  expect(costOfDraft(steps, rate(0))).toBe(1800)
})

test('only changed lines that were stored are carried to other recipes', () => {
  const steps = stored([[1, 2]])
  const [step] = steps
  const changed = addLine(typeQuantity(steps, keyOf(steps, 2), '7 γρ'), step?.key ?? 0, material(3))
  expect(replacementsOf(changed)).toEqual([
    {
      from: { materialId: 2, quantity: 6_0000, unit: 'Gram' },
      to: { materialId: 2, quantity: 7_0000, unit: 'Gram' },
    },
  ])
})

import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useCounting } from './counting.ts'
import { testBox } from './test-box.ts'

const line = (lineNo: number, quantity: number, unit = 'Item') => ({
  lineNo,
  productId: lineNo,
  name: `προϊόν ${lineNo}`,
  sku: '',
  barcode: '',
  unit,
  quantity,
  stock: 0,
})
const box = testBox({ lines: [line(1, 10_0000), line(2, 4_0000), line(3, 2_5000, 'KG')] })
const ticks = new Map([
  [0, 8],
  [1, 4],
])
const open = () => renderHook(({ box: shown }) => useCounting(shown, ticks), { initialProps: { box } })

test('the quantities begin with the counted pieces of a line, and with everything of lines that were not counted', () => {
  const { result } = open()
  expect(result.current.counting).toBeNull()
  act(() => result.current.begin())
  expect(result.current.counting?.packed).toEqual([8_0000, 4_0000, 2_5000])
  expect(result.current.counting?.short).toEqual([{ lineNo: 1, productId: 1, ordered: 10_0000, packed: 8_0000 }])
  act(() => result.current.end())
  expect(result.current.counting).toBeNull()
})

test('an empty field and an empty box close the button with the reason', () => {
  const { result } = open()
  act(() => result.current.begin())
  act(() => result.current.counting?.set(1, null))
  expect(result.current.counting?.why?.code).toBe('packaging.packed-missing')
  act(() => result.current.beginFromStock([1, 2, 3].map((productId) => ({ ...lack, productId }))))
  expect(result.current.counting?.why?.code).toBe('packaging.nothing-packed')
  act(() => result.current.counting?.set(1, 1_0000))
  expect(result.current.counting?.why).toBeNull()
})
const lack = { name: '', sku: '', stock: 0, needed: 1, missing: 1 }

test('goods that the office changes meanwhile are counted anew', () => {
  const { result, rerender } = open()
  act(() => result.current.begin())
  rerender({ box: { ...box, lines: [line(1, 5_0000)] } })
  expect(result.current.counting).toBeNull()
})

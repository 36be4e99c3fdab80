import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { quantity, rate, unitPrice } from '#kernel/money.ts'
import { addLine, EMPTY_DRAFT } from '../domain/order-draft.ts'
import { readDraft, storeDraft, useStoredDraft } from './stored-draft.ts'

const typed = addLine(
  {
    ...EMPTY_DRAFT,
    customer: { id: 3, name: 'Ταβέρνα «Ο Νίκος» 🕯', label: '', phone: '', vat: '' },
    deliveryAddress: { address: 'Ερμού 1', city: 'Αθήνα' },
  },
  {
    id: 7,
    name: 'Κερί',
    sku: 'K-7',
    unit: 'Item',
    vat: rate(2400),
    salesPrice: unitPrice(3500),
    b2bSalesPrice: unitPrice(0),
    costPrice: null,
    stock: quantity(0),
    lendables: [],
  },
)

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('the draft of a new order', () => {
  it('survives a reload, only for the person who typed it', () => {
    storeDraft(1, typed)
    expect(readDraft(1)).toEqual(typed)
    expect(readDraft(2)).toBeNull()
  })

  it.each(['', '{', 'null', '[]', '{"customer":7}', JSON.stringify({ ...typed, lines: [{ key: 'x' }] })])(
    'starts empty where %s is stored',
    (text) => {
      localStorage.setItem('order-draft:1', text)
      expect(readDraft(1)).toBeNull()
    },
  )

  it('is found although an earlier version did not know one of its fields', () => {
    const { driverNote: _, ...earlier } = { ...typed, validUntil: '2026-12-24' }
    localStorage.setItem('order-draft:1', JSON.stringify(earlier))
    expect(readDraft(1)).toEqual({ ...earlier, driverNote: '' })
  })

  it('stores nothing when it is empty', () => {
    storeDraft(1, typed)
    storeDraft(1, EMPTY_DRAFT)
    expect(localStorage).toHaveLength(0)
  })

  it('is stored when the page is left at once, and deleted after it is saved', () => {
    const first = renderHook(() => useStoredDraft(1))
    expect(first.result.current.restored).toBe(false)
    act(() => first.result.current.setDraft(typed))
    first.unmount()
    const second = renderHook(() => useStoredDraft(1))
    expect(second.result.current.restored).toBe(true)
    expect(second.result.current.draft).toEqual(typed)
    act(() => {
      expect(second.result.current.replace(EMPTY_DRAFT)).toEqual(typed)
    })
    second.unmount()
    expect(readDraft(1)).toBeNull()
  })

  it("reads today's goods once when it is restored, and keeps the prices", async () => {
    storeDraft(1, typed)
    const [line] = typed.lines
    const answer = { rows: [{ ...line?.product, salesPrice: 4000, costPrice: 2000 }] }
    const fetch = vi.fn(async () => Response.json(answer))
    vi.stubGlobal('fetch', fetch)
    const { result, rerender } = renderHook(() => useStoredDraft(1))
    await waitFor(() =>
      expect(result.current.draft.lines[0]?.product).toMatchObject({ salesPrice: 4000, costPrice: 2000 }),
    )
    rerender()
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(result.current.draft.lines[0]).toMatchObject({ salesPrice: 3500, changed: { before: 3500, now: 4000 } })
    storeDraft(1, result.current.draft)
    expect(readDraft(1)).toEqual(result.current.draft)
  })
})

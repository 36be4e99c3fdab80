import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { quantity, rate, unitPrice } from '#kernel/money.ts'
import { addLine, EMPTY_DRAFT } from './order-draft.ts'
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

describe('the draft of a new order', () => {
  it('survives a reload, for the person who typed it only', () => {
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

  it('leaves nothing behind when it is empty', () => {
    storeDraft(1, typed)
    storeDraft(1, EMPTY_DRAFT)
    expect(localStorage).toHaveLength(0)
  })

  it('is kept when the page is left at once, and gone once it is saved', () => {
    const first = renderHook(() => useStoredDraft(1))
    expect(first.result.current.restored).toBe(false)
    act(() => first.result.current.setDraft(typed))
    first.unmount()
    const second = renderHook(() => useStoredDraft(1))
    expect(second.result.current.restored).toBe(true)
    expect(second.result.current.draft).toEqual(typed)
    act(() => second.result.current.forget())
    second.unmount()
    expect(readDraft(1)).toBeNull()
  })
})

import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { draftStore, useStoredDraft } from './stored-draft.ts'

type Draft = { readonly name: string; readonly cost: number }
const EMPTY: Draft = { name: '', cost: 0 }
const typed: Draft = { name: 'Φιτίλι «Νο 3» 🕯', cost: 5 }
const store = draftStore<Draft>({
  name: 'test-draft',
  shape: z.object({ name: z.string(), cost: z.int() }),
  isEmpty: (draft) => draft.name === '',
  empty: EMPTY,
})

beforeEach(() => localStorage.clear())

describe('the draft of a form', () => {
  it('survives a reload, only for the person who typed it, and is not stored when it is empty', () => {
    store.store(1, typed)
    expect(store.read(1)).toEqual(typed)
    expect(store.read(2)).toBeNull()
    store.store(1, EMPTY)
    expect(localStorage).toHaveLength(0)
  })

  it.each(['', '{', 'null', '[]', '{"name":7}'])('starts empty where %s is stored', (text) => {
    localStorage.setItem('test-draft:1', text)
    expect(store.read(1)).toBeNull()
  })

  it('is stored when the page is left at once, and deleted after it is saved', () => {
    const first = renderHook(() => useStoredDraft(store, 1, () => null))
    expect(first.result.current.restored).toBe(false)
    act(() => first.result.current.setDraft(typed))
    first.unmount()
    const second = renderHook(() => useStoredDraft(store, 1, () => null))
    expect(second.result.current).toMatchObject({ restored: true, draft: typed })
    act(() => {
      expect(second.result.current.replace(EMPTY)).toEqual(typed)
    })
    second.unmount()
    expect(store.read(1)).toBeNull()
  })

  it('is refreshed once when it is restored', async () => {
    store.store(1, typed)
    const refresh = vi.fn(async () => (draft: Draft) => ({ ...draft, cost: 9 }))
    const { result, rerender } = renderHook(() => useStoredDraft(store, 1, refresh))
    await waitFor(() => expect(result.current.draft).toEqual({ ...typed, cost: 9 }))
    rerender()
    expect(refresh).toHaveBeenCalledTimes(1)
  })
})

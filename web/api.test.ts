import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { productsRights } from '#features/products/domain/rights.ts'
import { defineQuery } from '#kernel/contract.ts'
import { askQuery } from './api.ts'

const sums = defineQuery('reports.sums', {
  right: productsRights.read,
  input: z.strictObject({ ids: z.array(z.int()) }),
  output: z.object({ sum: z.int() }),
})

afterEach(() => vi.unstubAllGlobals())

test('a query sends its input in the address, or in the body if the address would be too long', async () => {
  const fetch = vi.fn(async (_address: string, _init?: RequestInit) => Response.json({ sum: 3 }))
  vi.stubGlobal('fetch', fetch)
  expect(await askQuery(sums, { ids: [1, 2] })).toEqual({ sum: 3 })
  expect(fetch.mock.lastCall?.[0]).toBe(`/app/reports.sums?input=${encodeURIComponent('{"ids":[1,2]}')}`)
  expect(fetch.mock.lastCall?.[1]?.method).toBeUndefined()

  const ids = Array.from({ length: 1_000 }, (_, index) => 100_000 + index)
  expect(await askQuery(sums, { ids })).toEqual({ sum: 3 })
  expect(fetch.mock.lastCall?.[0]).toBe('/app/reports.sums')
  expect(fetch.mock.lastCall?.[1]).toMatchObject({ method: 'POST', body: JSON.stringify({ ids }) })
})

test('a request too large for a proxy is refused and not treated as a temporary failure', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 }))
  await expect(askQuery(sums, { ids: [1] })).rejects.toMatchObject({ refusal: { kind: 'invalid', code: 'too-large' } })
})

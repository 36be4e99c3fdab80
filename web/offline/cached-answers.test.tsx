import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { packagingRights } from '#features/packaging/domain/rights.ts'
import { defineQuery } from '#kernel/contract.ts'
import { queryClient } from '#web/query.ts'
import { signIn } from '#app/web/router/test-page.tsx'
import { cachedAnswer, clearAnswerCache } from './answer-cache.ts'
import { useCachedAsk } from './cached-answers.ts'

const box = defineQuery('boxes.box', {
  right: packagingRights.read,
  input: z.strictObject({ id: z.int() }),
  output: z.object({ name: z.string() }),
})

function Box({ id }: { id: number }) {
  const { data, error, cachedAt } = useCachedAsk(box, { id })
  return (
    <>
      <p>{data ? `${data.name} ${id}` : error ? `error ${id}` : '…'}</p>
      <p data-testid="age">{cachedAt ?? 'fresh'}</p>
    </>
  )
}

const open = (id: number) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Box id={id} />
    </QueryClientProvider>,
  )

const realFetch = globalThis.fetch
const online = () => (globalThis.fetch = async () => Response.json({ name: 'Ταβέρνα' }))
const offline = () => (globalThis.fetch = () => Promise.reject(new TypeError('no connection')))

beforeEach(async () => {
  await clearAnswerCache()
  signIn({ uid: 1, role: 'production' })
})
afterEach(() => {
  signIn(null)
  globalThis.fetch = realFetch
  queryClient.clear()
})

/** Reads a box while online, and closes the page. */
async function readBox(id: number): Promise<void> {
  online()
  const page = open(id)
  await screen.findByText(`Ταβέρνα ${id}`)
  expect(screen.getByTestId('age').textContent).toBe('fresh')
  await waitFor(async () => expect(await cachedAnswer(1, box, { id })).not.toBeNull())
  page.unmount()
  queryClient.clear()
}

test('an answer read while online is shown offline with its age', async () => {
  await readBox(7)
  offline()
  open(7)
  await screen.findByText('Ταβέρνα 7', {}, { timeout: 5_000 })
  expect(Date.parse(screen.getByTestId('age').textContent ?? '')).toBeLessThanOrEqual(Date.now())
})

test('a stored answer is shown neither to another person nor for another input', async () => {
  await readBox(7)
  offline()
  const other = open(8)
  expect(await screen.findByText('error 8', {}, { timeout: 5_000 })).toBeTruthy()
  other.unmount()
  signIn({ uid: 2, role: 'production' })
  open(7)
  expect(await screen.findByText('error 7', {}, { timeout: 5_000 })).toBeTruthy()
})

test('a new answer replaces the stored one as soon as it arrives', async () => {
  await readBox(7)
  globalThis.fetch = async () => Response.json({ name: 'Άλλο όνομα' })
  open(7)
  await screen.findByText('Άλλο όνομα 7')
  expect(screen.getByTestId('age').textContent).toBe('fresh')
})

test('a refusal by the server replaces the stored answer, however late it arrives', async () => {
  await readBox(7)
  const { promise: answer, resolve } = Promise.withResolvers<Response>()
  globalThis.fetch = () => answer
  open(7)
  await screen.findByText('Ταβέρνα 7', {}, { timeout: 5_000 })
  resolve(Response.json({ refusal: { kind: 'forbidden', code: 'forbidden' } }, { status: 403 }))
  expect(await screen.findByText('error 7')).toBeTruthy()
})

import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { mailRights } from '#features/mail/domain/rights.ts'
import { packagingRights } from '#features/packaging/domain/rights.ts'
import { defineQuery } from '#kernel/contract.ts'
import { queryClient, useAsk } from '#web/query.ts'

const draft = defineQuery('letters.draft', {
  right: mailRights.read,
  input: z.strictObject({}),
  output: z.strictObject({ text: z.string() }),
})
const realFetch = globalThis.fetch
let letters = 0

/** Everything that the screen has shown, in order. */
let shown: string[] = []

function Letter() {
  const { data } = useAsk(draft, {}, { afresh: true })
  shown.push(data?.text ?? '…')
  return <p>{data?.text}</p>
}

beforeEach(() => {
  letters = 0
  shown = []
  globalThis.fetch = async () => Response.json({ text: `επιστολή ${(letters += 1)}` })
})
afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
})

test('a query with `afresh` is read at each opening and never shows the old answer', async () => {
  const open = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <Letter />
      </QueryClientProvider>,
    )
  const first = open()
  await screen.findByText('επιστολή 1')
  first.unmount()
  shown = []
  open()
  await screen.findByText('επιστολή 2')
  expect(shown).not.toContain('επιστολή 1')
})

const box = defineQuery('boxes.box', {
  right: packagingRights.read,
  input: z.strictObject({}),
  output: z.strictObject({ name: z.string() }),
})

function Box() {
  const { data, error } = useAsk(box, {}, { standIn: async () => ({ name: 'από τη συσκευή' }) })
  return <p>{data?.name ?? (error ? 'όχι' : '…')}</p>
}

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Box />
    </QueryClientProvider>,
  )

test('data of the device replace the answer while the server is unreachable, and never a refusal', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('no connection'))
  const without = open()
  expect(await screen.findByText('από τη συσκευή')).toBeTruthy()
  without.unmount()
  queryClient.clear()
  globalThis.fetch = async () =>
    Response.json({ refusal: { kind: 'missing', code: 'orders.missing' } }, { status: 404 })
  open()
  expect(await screen.findByText('όχι')).toBeTruthy()
})

test('after data of the device were shown, the next screen asks the server again', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('no connection'))
  const without = open()
  await screen.findByText('από τη συσκευή')
  without.unmount()
  let asked = 0
  globalThis.fetch = async () => Response.json({ name: `από το γραφείο ${(asked += 1)}` })
  const again = open()
  await screen.findByText('από το γραφείο 1')
  again.unmount()
  open()
  expect(screen.getByText('από το γραφείο 1')).toBeTruthy()
  expect(asked).toBe(1)
})

function Plain() {
  const { data, error } = useAsk(box, {})
  return <p>{data?.name ?? (error ? 'failed' : '…')}</p>
}

test('a query that failed without a connection is sent again when the connection is back', async () => {
  globalThis.fetch = async () => Promise.reject(new TypeError('no connection'))
  render(
    <QueryClientProvider client={queryClient}>
      <Plain />
    </QueryClientProvider>,
  )
  await screen.findByText('failed', undefined, { timeout: 5_000 })
  fireEvent(window, new Event('offline'))
  globalThis.fetch = async () => Response.json({ name: 'box 7' })
  fireEvent(window, new Event('online'))
  expect(await screen.findByText('box 7')).toBeTruthy()
})

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { defineQuery, zId } from '#kernel/contract.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { AskedPreview } from './AskedPreview.tsx'

const part = defineQuery('parts.detail', {
  right: ordersRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({ name: z.string() }),
})

let answer: () => Promise<Response> | Response

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  answer = () => Response.json({ name: 'Alpha' })
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <AskedPreview contract={part} id={2}>
          {({ name }) => <p>{name}</p>}
        </AskedPreview>
      </MantineProvider>
    </QueryClientProvider>,
  )
const refused = (status: number, kind: string, code: string) => () =>
  Response.json({ refusal: { kind, code } }, { status })
/** Reads the record again, as a live update does. */
const readAgain = () => act(() => queryClient.invalidateQueries({ queryKey: ['parts.detail'] }))

test.each([
  ['the right to read it was taken', 403, 'forbidden', 'forbidden', 'You don’t have access to this.'],
  ['it was deleted', 404, 'missing', 'parts.missing', 'This no longer exists.'],
])('a record that was shown gives way to the refusal when %s', async (_when, status, kind, code, text) => {
  draw()
  await screen.findByText('Alpha')
  answer = refused(status, kind, code)
  await readAgain()
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  expect(screen.queryByText('Alpha')).toBeNull()
  answer = () => Response.json({ name: 'Beta' })
  await readAgain()
  expect(await screen.findByText('Beta')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a record that cannot be read again for a while stays shown, and the preview says so', async () => {
  draw()
  await screen.findByText('Alpha')
  answer = refused(503, 'unavailable', 'busy')
  await readAgain()
  const said = await screen.findByRole('alert')
  expect(screen.getByText('Alpha')).toBeDefined()
  answer = () => Response.json({ name: 'Beta' })
  act(() => said.querySelector('button')?.click())
  expect(await screen.findByText('Beta')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

/** Tests the fields above the lines of a supplier invoice: the category code. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { EMPTY_INVOICE } from '../../domain/invoice-draft.ts'
import { HeadFields } from './HeadFields.tsx'

const CODE = { code: '20.01', name: 'Goods', zeroVat: false, grey: false }
let works = true
const change = vi.fn<() => void>()

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(async () => {
  works = true
  change.mockClear()
  queryClient.clear()
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('settings.document-codes') && works
      ? Response.json({ codes: [CODE] })
      : Response.json({ refusal: { kind: 'unavailable', code: 'busy' } }, { status: 503 }),
  )
})
afterEach(() => {
  cleanup()
  signIn(null)
  vi.unstubAllGlobals()
})

const draw = (refcode: string) =>
  drawPart(
    <HeadFields
      draft={{ ...EMPTY_INVOICE, refcode }}
      change={change}
      choose={() => undefined}
      number={createRef()}
      next={() => undefined}
    />,
  )
const list = () => screen.findByRole('combobox', { name: 'Category code' })

test('choosing the category code that is chosen already leaves it chosen', async () => {
  await draw('20.01')
  await waitFor(async () => expect((await list()) as HTMLInputElement).toHaveProperty('value', '20.01 · Goods'))
  fireEvent.click(await list())
  fireEvent.click(await screen.findByRole('option', { name: '20.01 · Goods' }))
  expect(change).not.toHaveBeenCalled()
})

test('category codes that could not be read are said to be missing, and are read again by a press', async () => {
  works = false
  await draw('')
  const alert = within(await screen.findByRole('alert'))
  works = true
  fireEvent.click(alert.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  fireEvent.click(await list())
  expect(await screen.findByRole('option', { name: '20.01 · Goods' })).toBeTruthy()
})

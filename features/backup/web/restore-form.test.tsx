/** Tests that the form that replaces all data names each field that is empty, once. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import type { RestoreRow } from '../domain/contract.ts'
import { LastRestore } from './LastRestore.tsx'

const COMPARED: RestoreRow = {
  id: 3,
  backupId: 2,
  backupName: 'kerino.zip',
  kind: 'ALL',
  state: 'COMPARED',
  failure: null,
  failureAt: '',
  differences: [],
  askedBy: 'Anna',
  askedAt: '2026-11-20T08:00:00.000Z',
  endedAt: null,
}

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
afterEach(() => {
  cleanup()
  signIn(null)
  vi.unstubAllGlobals()
})

test('with both fields empty the form names both, and nothing is sent', async () => {
  const fetched = vi.fn<() => Promise<Response>>(() => new Promise(() => undefined))
  vi.stubGlobal('fetch', fetched)
  signIn({ uid: 1, role: 'admin' })
  await drawPart(<LastRestore restore={COMPARED} company="Candles SA" />)
  fireEvent.click(screen.getByRole('button', { name: 'Replace all data' }))
  expect(await screen.findAllByText('Please fill this in.')).toHaveLength(2)
  const company = screen.getByLabelText(/^Type the name of the company/)
  expect(company.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

/** Tests that the page says why a backup failed, or could not be asked for (S3-ERR-13). */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import type { BackupRow } from '../domain/contract.ts'
import BackupPage from './BackupPage.tsx'

const FAILED: BackupRow = {
  id: 2,
  name: 'kerino-2026-11-30-080000.zip',
  origin: 'HAND',
  storedIn: 'FOLDER',
  state: 'FAILED',
  askedAt: '2026-11-30T06:00:00.000Z',
  askedBy: 'Anna',
  endedAt: '2026-11-30T06:00:01.000Z',
  rowsDone: 0,
  rowsTotal: 0,
  bytes: 0,
  encrypted: false,
  tables: 0,
  failure: 'no-room',
  provenAt: null,
  provenTables: 0,
  proofFailure: null,
}
const ANSWER = {
  place: { kind: 'folder', encrypted: false, keep: 3, nightly: true, bucket: null },
  nextAt: '2026-12-01T01:00:00.000Z',
  company: 'Candles SA',
  proven: null,
  backups: [FAILED],
  restore: null,
}

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/app/backup.list')) return Response.json(ANSWER)
    if (address.includes('/app/backup.start')) return new Response('', { status: 500 })
    return new Promise(() => undefined)
  })
})
afterEach(() => {
  cleanup()
  signIn(null)
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('a backup that failed says why, and one that was not even begun is said', async () => {
  await drawPart(<BackupPage />)
  expect(await screen.findByText('There is not enough room on the disk.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Back up now' }))
  expect(await screen.findByText(/^Something went wrong on the server/)).toBeTruthy()
})

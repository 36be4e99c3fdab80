import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { asAdmin } from '#testing/template.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { findChromium, givePostgres } from './programs.mjs'

const folder = temporaryFolder('programs')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pathOfMachine = process.env['PATH']
const SHELL = join(folder, 'chromium-headless-shell')

const refuseToInstall = async (name: string) => Promise.reject(new Error(`${name} must not be installed`))

const placeBrowser = (): void => {
  writeFileSync(SHELL, '#!/bin/sh\n')
  chmodSync(SHELL, 0o755)
}

beforeEach(() => {
  rmSync(SHELL, { force: true })
  vi.stubEnv('CHROMIUM', '')
  // no program of this machine but the one that looks for programs
  rmSync(join(folder, 'which'), { force: true })
  symlinkSync('/usr/bin/which', join(folder, 'which'))
  vi.stubEnv('PATH', folder)
  return () => vi.unstubAllEnvs()
})

test('the headless shell is installed if it is missing, and then runs the stories', async () => {
  const asked: string[] = []
  const path = await findChromium(async (name) => {
    asked.push(name)
    placeBrowser()
  })
  expect({ asked, path }).toEqual({ asked: ['chromium-headless-shell'], path: SHELL })
})

test('nothing is installed if the headless shell or the browser named in CHROMIUM is there', async () => {
  placeBrowser()
  expect(await findChromium(refuseToInstall)).toBe(SHELL)
  vi.stubEnv('PATH', '/nowhere')
  vi.stubEnv('CHROMIUM', SHELL)
  expect(await findChromium(refuseToInstall)).toBe(SHELL)
})

test('a named PostgreSQL server is used without looking for another', async () => {
  vi.stubEnv('TEST_DATABASE_URL', 'postgres://somewhere')
  const { stop } = await givePostgres(refuseToInstall)
  await stop?.()
  expect(process.env['TEST_DATABASE_URL']).toBe('postgres://somewhere')
})

test('otherwise all parts of a run share a temporary one, until it is stopped', async () => {
  vi.stubEnv('TEST_DATABASE_URL', '')
  vi.stubEnv('TEST_COPY', undefined)
  vi.stubEnv('PATH', pathOfMachine)
  const { stop } = await givePostgres(refuseToInstall)
  const url = process.env['TEST_DATABASE_URL'] ?? ''
  await asAdmin(url, async (admin) => expect((await admin.query('select 1 as one')).rows).toEqual([{ one: 1 }]))
  await stop?.()
  await expect(asAdmin(url, async () => {})).rejects.toThrow('ECONNREFUSED')
})

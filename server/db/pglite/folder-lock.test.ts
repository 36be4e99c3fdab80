import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUse, FolderUnusable, lockFolder } from '#server/db/pglite/folder-lock.ts'
import { anotherProcess, outcome } from '#testing/engines.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder('lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const holder = () =>
  anotherProcess(`
    import { lockFolder } from '#server/db/pglite/folder-lock.ts'
    lockFolder(${JSON.stringify(folder)})
    console.log('held')
    setInterval(() => {}, 1000)`)

const taker = () =>
  anotherProcess(`
    import { FolderInUse, lockFolder } from '#server/db/pglite/folder-lock.ts'
    const begun = Date.now()
    try {
      lockFolder(${JSON.stringify(folder)})
      console.log('taken')
    } catch (error) {
      console.log(error instanceof FolderInUse, error.folder, Date.now() - begun < 500)
    }`)

test('a second process is refused at once and without a warning until the first is killed', async () => {
  const first = holder()
  const firstEnd = outcome(first)
  await new Promise((resolve) => first.stdout?.once('data', resolve))
  expect(await outcome(taker())).toEqual({ code: 0, out: `true ${folder} true\n`, err: '' })
  expect(() => lockFolder(folder)).toThrow(FolderInUse)
  first.kill('SIGKILL')
  expect((await firstEnd).err).toBe('')
  expect((await outcome(taker())).out).toBe('taken\n')
})

test('the same process is refused too until it releases the lock', () => {
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(FolderInUse)
  unlock()
  lockFolder(folder)()
})

test('the refusal names a folder that cannot be created', () => {
  expect(() => lockFolder('/dev/null/data')).toThrow(FolderUnusable)
  expect(() => lockFolder('/dev/null/data')).toThrow('/dev/null/data cannot be used')
})

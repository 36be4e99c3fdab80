import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anotherProcess, outcome } from '#testing/engines.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { makeFolder } from './make-folder.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder('folder')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a folder is created with those above it, and one that exists stays', () => {
  const path = join(folder, 'a', 'b', 'c')
  makeFolder(path)
  makeFolder(path)
  expect(existsSync(path)).toBe(true)
})

// in another process, because one that never ends could not be stopped here
test.runIf(process.platform === 'linux').each(['/proc/kerino', '/proc/kerino/data', '/dev/null/data'])(
  '%s is refused by the system, and the process ends',
  async (path) => {
    const child = anotherProcess(`
      import { makeFolder } from '#server/make-folder.ts'
      try {
        makeFolder(${JSON.stringify(path)})
      } catch (error) {
        console.log(error.code)
      }`)
    expect(await outcome(child)).toEqual({
      code: 0,
      out: expect.stringMatching(/^(ENOENT|ENOTDIR|EACCES)\n$/),
      err: '',
    })
  },
)

import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeOnce, removeOutdated } from '#testing/template.ts'
import { removeKilledRuns, temporaryFolder } from '#testing/temporary-folder.ts'

let cache: string
beforeEach(() => {
  cache = temporaryFolder('templates')
})
afterEach(() => rmSync(cache, { recursive: true, force: true }))

/** Makes a folder with one file, which says who made it. */
const makes = (who: string) => async (draft: string) => {
  mkdirSync(draft)
  writeFileSync(join(draft, 'maker'), who)
}

test('if two callers make a folder at once, the first result stays and the second is discarded without an error', async () => {
  const folder = join(cache, 'company')
  let first: Promise<void> | undefined
  // the second begins when the folder does not exist, and finishes after the first
  await makeOnce(folder, async (draft) => {
    await makes('second')(draft)
    first = makeOnce(folder, makes('first'))
    await first
  })
  expect(readFileSync(join(folder, 'maker'), 'utf8')).toBe('first')
  expect(readdirSync(cache)).toEqual(['company'])
})

test('a folder that cannot be made causes an error and leaves no files', async () => {
  const failing = makeOnce(join(cache, 'company'), async (draft) => {
    await makes('someone')(draft)
    throw new Error('the database does not start')
  })
  await expect(failing).rejects.toThrow('the database does not start')
  expect(readdirSync(cache)).toEqual([])
})

const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)

test('what killed runs have left is removed after a day, and what does not belong to tests stays', () => {
  const old = [
    temporaryFolder('backup', cache),
    temporaryFolder('pg', cache),
    join(cache, 'kerino'),
    join(cache, 'tests-1'),
  ]
  const recent = temporaryFolder('e2e', cache)
  for (const folder of [...old, recent]) mkdirSync(join(folder, 'db'), { recursive: true })
  for (const folder of old) utimesSync(folder, twoDaysAgo, twoDaysAgo)
  removeKilledRuns([cache, join(cache, 'no such folder')])
  expect(readdirSync(cache).toSorted()).toEqual(['kerino', basename(recent), 'tests-1'])
})

test('templates of other migrations are removed after a day, and those of the present ones stay', () => {
  const names = ['template-abc.tar', 'folder-abc', 'template-old.tar', 'folder-old', 'draft-1', 'other-file']
  for (const name of [...names, 'folder-new']) writeFileSync(join(cache, name), '')
  for (const name of names) utimesSync(join(cache, name), twoDaysAgo, twoDaysAgo)
  removeOutdated(cache, 'abc')
  expect(readdirSync(cache).toSorted()).toEqual(['folder-abc', 'folder-new', 'other-file', 'template-abc.tar'])
})

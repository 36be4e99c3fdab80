/** Brings node_modules and the built pages up to date, and does nothing when they are. Runs on Node 20. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run, runTool } from './node.mjs'

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** What belongs into node_modules, in the words of the lock file that npm itself leaves there. */
function isInstalled() {
  const installed = read(join(ROOT, 'node_modules', '.package-lock.json'))
  if (installed === null) return false
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(installed).packages
  const asWanted = Object.entries(present).every(([path, entry]) => wanted[path]?.version === entry.version)
  return asWanted && Object.entries(wanted).every(([path, entry]) => path === '' || entry.optional || path in present)
}

/** Installs the packages of the lock file unless they are there already. */
export async function installIfNeeded() {
  if (isInstalled()) return
  console.log('Installing…')
  // one text for the shell, because npm is a .cmd on Windows and only a shell starts those
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

/** A fingerprint of everything the built pages are made from. */
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

/** Builds the pages into build/web; answers the exit code of the build and what it printed. */
export async function buildPages() {
  const inputs = pageInputs()
  rmSync(STAMP, { force: true })
  const result = await runTool('vite', ['build', '--logLevel', 'warn'], { quiet: true })
  if (result.code === 0) writeFileSync(STAMP, inputs)
  return result
}

/** Builds the pages unless they are built from exactly these sources. */
export async function buildIfNeeded() {
  if (read(STAMP) === pageInputs() && existsSync(join(ROOT, 'build', 'web', 'index.html'))) return
  console.log('Building the pages…')
  const { code, output } = await buildPages()
  if (code === 0) return
  console.error(output.trim())
  console.error('Kerino could not build its pages (vite build): see above.')
  process.exit(1)
}

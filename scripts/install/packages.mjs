/** Decides which packages of a lock file this computer needs, and whether it has them. Runs on Node 20. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the text of a file, or null if there is none. */
export const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** This computer, in the words of lock files. */
export const HERE = {
  os: process.platform,
  cpu: process.arch,
  libc:
    process.platform === 'linux'
      ? 'glibcVersionRuntime' in process.report.getReport().header
        ? 'glibc'
        : 'musl'
      : undefined,
}

/** Reports whether npm installs a package on a computer. A package names the ones for it (`linux`) or excludes some (`!win32`). */
const fits = (entry, here) =>
  ['os', 'cpu', 'libc'].every((key) => {
    const names = [entry[key] ?? []].flat()
    const wanted = names.filter((name) => !name.startsWith('!'))
    return !names.includes(`!${here[key]}`) && (wanted.length === 0 || wanted.includes(here[key]))
  })

/** An optional package is required if it is made for this computer. Others belong to packages for other computers, or replace what is there. */
const isRequired = (entry, here) =>
  fits(entry, here) && (!entry.optional || entry.os !== undefined || entry.cpu !== undefined)

/** Reports whether the packages are for running the product or, with `everything`, also for its tests and checks. */
const counts = (entry, everything) => everything || !entry.dev

/** Returns the folders of the packages that `wanted`, the packages of a lock file, names for this computer. */
export const requiredFolders = (wanted, { everything, here = HERE }) =>
  Object.entries(wanted)
    .filter(([folder, entry]) => folder !== '' && counts(entry, everything) && isRequired(entry, here))
    .map(([folder]) => folder)

/**
 * Reports whether `present` has each package of `wanted` in its version, and no other. Both are the packages of lock files. Without
 * `everything` it does not matter which packages for tests and checks are there.
 */
export const areInstalled = (wanted, present, { everything, here = HERE }) =>
  requiredFolders(wanted, { everything, here }).every((folder) => folder in present) &&
  Object.entries(present).every(
    ([folder, entry]) => !counts(entry, everything) || wanted[folder]?.version === entry.version,
  )

/** Returns the packages of the lock file in a folder, and those of the lock file that npm leaves in its node_modules. */
export const packagesOf = (folder) => ({
  wanted: JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages,
  present: JSON.parse(read(join(folder, 'node_modules', '.package-lock.json')) ?? 'null')?.packages ?? null,
})

/** Reports whether the lock file was made from the present package.json. Only then does `npm install` keep to the lock file. */
export function lockFits(manifest, wanted) {
  const listed = ({ dependencies = {}, devDependencies = {}, optionalDependencies = {} }) =>
    JSON.stringify(
      [dependencies, devDependencies, optionalDependencies].map((list) =>
        Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    )
  return listed(manifest) === listed(wanted[''] ?? {})
}

/** Returns how many of the packages in these folders below `root` were unpacked since a moment in milliseconds. */
export const unpackedSince = (moment, root, folders) =>
  folders.filter((folder) => {
    const file = statSync(join(root, folder, 'package.json'), { throwIfNoEntry: false })
    return file !== undefined && file.ctimeMs >= moment
  }).length

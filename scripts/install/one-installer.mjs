/** Lets one process at a time install, and finds installations that were killed. Runs on Node 20. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** After a power failure another process may have the number of the one that installed, so a silent installation counts as killed. */
const LONGEST_SILENCE_MS = 10 * 60_000
const PAUSE_MS = 300

function isRunning(id) {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Returns the content of the file and whether one of the processes in it still runs, or null if there is no file. */
function installation(file) {
  try {
    const text = readFileSync(file, 'utf8')
    const silent = Date.now() - statSync(file).mtimeMs > LONGEST_SILENCE_MS
    return {
      text,
      running:
        !silent &&
        text
          .split(' ')
          .map(Number)
          .some((id) => id > 0 && isRunning(id)),
    }
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** Removes the file of a killed installation, unless another process has just replaced it by its own. */
function remove(file, text) {
  const moved = `${file}.${process.pid}`
  try {
    renameSync(file, moved)
    if (readFileSync(moved, 'utf8') === text) rmSync(moved)
    else renameSync(moved, file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/**
 * Waits until no other process installs, and reports whether the last installation was killed. It has left `file`, which names the
 * processes that install. `waits` is called once if this process has to wait.
 */
export async function othersHaveEnded(file, waits) {
  let told = false
  for (;;) {
    const other = installation(file)
    if (other === null) return { killed: false }
    if (!other.running) return { killed: true, text: other.text }
    if (!told) waits()
    told = true
    await pause(PAUSE_MS)
  }
}

/**
 * Writes `file` for this process, in place of that of a killed installation. Returns null if another process was first. Otherwise
 * `names` adds a process that installs for this one, `isActive` says that the installation goes on, and `ends` removes the file.
 */
export function beginInstallation(file, killedText) {
  mkdirSync(dirname(file), { recursive: true })
  if (killedText !== undefined) remove(file, killedText)
  const processes = [process.pid]
  const write = (flag) => writeFileSync(file, processes.join(' '), { flag })
  try {
    write('wx')
  } catch (error) {
    if (error.code === 'EEXIST') return null
    throw error
  }
  return {
    names(id) {
      processes.push(id)
      write('w')
    },
    isActive: () => utimesSync(file, new Date(), new Date()),
    ends: () => rmSync(file, { force: true }),
  }
}

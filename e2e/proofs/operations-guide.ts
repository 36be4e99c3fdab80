/** Runs the commands of docs/operations.md, so that the proofs test the guide itself. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installedBinaries } from '#testing/postgres-binaries.ts'

const GUIDE = join(import.meta.dirname, '../../docs/operations.md')

/** Returns the lines of the first code block under a heading of the guide. Throws if there is none. */
export function commandsUnder(heading: string): string[] {
  const section = readFileSync(GUIDE, 'utf8')
    .split(/^#+ /m)
    .find((part) => part.startsWith(`${heading}\n`))
  const block = section && /^```\w*\n([\s\S]*?)^```/m.exec(section)?.[1]
  if (!block) throw new Error(`docs/operations.md has no commands under "${heading}"`)
  return block.trim().split('\n')
}

export type Ran = { readonly code: number | null; readonly printed: string }

/** Runs commands in a folder as the administrator of a PostgreSQL server. Stops at the first that fails. */
export function runAsAdministrator(commands: readonly string[], folder: string, serverUrl: string): Ran {
  const { hostname, port, username } = new URL(serverUrl)
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', commands.join('\n')], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: [clientPrograms(), process.env['PATH']].join(delimiter),
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
    },
  })
  return { code: status, printed: `${stdout}${stderr}`.trim() }
}

function clientPrograms(): string {
  const folder = installedBinaries()
  if (!folder || !existsSync(join(folder, 'pg_restore'))) {
    throw new Error('This proof needs pg_dump and pg_restore: install postgresql (15 or later)')
  }
  return folder
}

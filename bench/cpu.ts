/**
 * Measures the processor time of the processes of one side. Unlike elapsed time, it hardly depends on other programs.
 */
import { readFileSync } from 'node:fs'
import pg from 'pg'

const TICK_MS = 10

/** Returns what the system says of a process, from its state on; null if it cannot be read. */
function statOf(pid: number): string[] | null {
  try {
    // the name of the program, in brackets, may contain blanks
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? null
  } catch {
    return null
  }
}

/** Returns the milliseconds of processor time that processes have used so far; NaN if they cannot be read. */
function takenBy(pids: readonly number[]): number {
  let ticks = 0
  for (const pid of pids) {
    const fields = statOf(pid)
    if (!fields) return Number.NaN
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks * TICK_MS
}

/** One side of the measurement: its process, and the name of its connections at a PostgreSQL server. */
export type Side = { readonly pid: number; readonly connections: string }

export type Cpu = {
  /** Runs `work`. Returns the processor time that the side used meanwhile, for its own process and for the database. */
  during<T>(side: Side, work: () => Promise<T>): Promise<{ answer: T; own: number; database: number }>
  close(): Promise<void>
}

/**
 * Prepares the measurement of processor time. `url` is the PostgreSQL database of both sides; null for the embedded
 * one.
 */
export async function watchCpu(url: string | null): Promise<Cpu> {
  const client = url === null ? null : new pg.Client({ connectionString: url, application_name: 'kerino bench' })
  await client?.connect()
  const backends = async ({ connections }: Side): Promise<number[]> => {
    const found = await client?.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
      [connections],
    )
    return found?.rows.map(({ pid }) => pid) ?? []
  }
  return {
    async during(side, work) {
      const serving = await backends(side)
      const [own, database] = [takenBy([side.pid]), takenBy(serving)]
      const answer = await work()
      return { answer, own: takenBy([side.pid]) - own, database: takenBy(serving) - database }
    },
    close: async () => client?.end(),
  }
}

/** Measures the processor time of connections of other programs, which counts as soon as they have ended. */
export async function watchEnded(url: string): Promise<{ taken(): number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const found = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = Number(statOf(found.rows[0]?.pid ?? 0)?.[1])
  await client.end()
  return {
    taken: () => {
      const fields = statOf(server)
      return fields ? (Number(fields[13]) + Number(fields[14])) * TICK_MS : Number.NaN
    },
  }
}

/**
 * Measures the processor time of the processes of one side. Unlike elapsed time, it hardly depends on other programs.
 */
import { readFileSync } from 'node:fs'
import pg from 'pg'

const TICK_MS = 10

/** Returns the milliseconds of processor time that processes have used so far; NaN if they cannot be read. */
function takenBy(pids: readonly number[]): number {
  let ticks = 0
  for (const pid of pids) {
    try {
      // the name of the program, in brackets, may contain blanks
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      return Number.NaN
    }
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

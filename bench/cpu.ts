/** How much of the processor the processes of one side took: unlike times, it hardly depends on what else the machine does. */
import { readFileSync } from 'node:fs'
import pg from 'pg'

const TICK_MS = 10

/** Milliseconds of processor time that processes of this machine have taken so far; NaN where that cannot be read. */
function takenBy(pids: readonly number[]): number {
  let ticks = 0
  for (const pid of pids) {
    try {
      // the name of the program, in brackets, may hold blanks
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      return Number.NaN
    }
  }
  return ticks * TICK_MS
}

/** A side of the measurement: its process, and the name under which it is known to a PostgreSQL server. */
export type Side = { readonly pid: number; readonly connections: string }

export type Cpu = {
  /** Runs `work` and answers what the side took meanwhile: its own process, and the database for it. */
  during<T>(side: Side, work: () => Promise<T>): Promise<{ answer: T; own: number; database: number }>
  close(): Promise<void>
}

/** Watches processor time; `url` is the PostgreSQL database of both sides, null for the embedded one. */
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

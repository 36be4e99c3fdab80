/** What is done by the clock: a schedule writes its job when it is due, in whichever process looks first. */
import { addDays, dayOf, type Moment, wallClockOf } from '#kernel/day.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import type { Runner } from '#server/runner.ts'

export type Schedule = {
  readonly name: string
  /** The kind of job that is written, without content. */
  readonly kind: string
  /** 'HH:MM' on the clock of Athens. */
  readonly dailyAt: string
}

const LOOK_MILLISECONDS = 60_000

/** The next moment after `now` at which the clock of Athens shows the time; a time that the change of clocks leaves out comes on the day after. */
export function nextDue(now: Moment, dailyAt: string): Moment {
  const today = dayOf(now)
  for (let days = 0; days < 3; days++) {
    const day = addDays(today, days)
    // Athens is two or three hours ahead of UTC
    for (const hoursAhead of [3, 2]) {
      const at = new Date(Date.parse(`${day}T${dailyAt}:00Z`) - hoursAhead * 3_600_000)
      if (at.toISOString() > now && wallClockOf(at.toISOString()) === `${day} ${dailyAt}:00`)
        return at.toISOString() as Moment
    }
  }
  throw new Error(`The time ${dailyAt} does not exist`)
}

/** Writes the job of a schedule when it is due; true when it was. */
export function runDue(runner: Runner, schedule: Schedule): Promise<boolean> {
  return runner.work(SYSTEM, 'schedules.run', async ({ tx, now, enqueue }) => {
    const next = nextDue(now, schedule.dailyAt)
    const due = await tx.run(sql`
      insert into schedules (name, next_at) values (${schedule.name}, ${next}::timestamptz)
      on conflict (name) do update set next_at = excluded.next_at, last_at = ${now}::timestamptz
        where schedules.next_at <= ${now}::timestamptz
      returning last_at`)
    if (due === 0) return false
    const row = await tx.one<{ first: boolean }>(
      sql`select last_at is null as first from schedules where name = ${schedule.name}`,
    )
    // it was only noted now when it is due for the first time
    if (row.first) return false
    await enqueue({ kind: schedule.kind, payload: {}, bringForward: true })
    return true
  })
}

/** Looks every minute what is due; answers how to stop. */
export function startSchedules(runner: Runner, schedules: readonly Schedule[], log: Log): () => void {
  const look = async (): Promise<void> => {
    for (const schedule of schedules) {
      await runDue(runner, schedule).catch((error: unknown) =>
        log.error({ error, schedule: schedule.name }, 'a schedule could not be read'),
      )
    }
  }
  void look()
  const timer = setInterval(() => void look(), LOOK_MILLISECONDS)
  return () => clearInterval(timer)
}

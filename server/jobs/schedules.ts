/** Writes the job of a schedule when it is due. The first process that checks does it. */
import { addDays, dayOf, type Moment, wallClockOf } from '#kernel/day.ts'
import { SYSTEM } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import type { Runner } from '#server/runner.ts'
import { schedulesOutage } from './outage.ts'

type Named = {
  readonly name: string
  /** The kind of job to write; its payload is empty. */
  readonly kind: string
}

export type DailySchedule = Named & {
  /** 'HH:MM' in the local time of Athens. */
  readonly dailyAt: string
}

export type Schedule =
  | DailySchedule
  | (Named & {
      /** The minutes from one run to the next. */
      readonly everyMinutes: number
    })

const LOOK_MILLISECONDS = 60_000

/**
 * Returns the next moment after `now` at which it is `dailyAt` in Athens. A time that does not exist on a day because
 * the clocks change moves to the next day.
 */
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

/** Returns the next moment after `now` at which a schedule is due. Runs that repeat through the day begin at midnight UTC. */
export function nextOf(now: Moment, schedule: Schedule): Moment {
  if ('dailyAt' in schedule) return nextDue(now, schedule.dailyAt)
  const step = schedule.everyMinutes * 60_000
  return new Date(Date.parse(now) - (Date.parse(now) % step) + step).toISOString() as Moment
}

/** Returns when the job of a schedule runs next, as it is stored; before the first check, as it will be stored. */
export async function nextRun(rows: Rows, schedule: Schedule): Promise<Moment> {
  const row = await rows.maybe<{ at: Moment }>(sql`select next_at as at from schedules where name = ${schedule.name}`)
  return row?.at ?? nextOf(new Date().toISOString() as Moment, schedule)
}

/** Writes the job of a schedule if it is due. Returns true if it was due. */
export function runDue(runner: Runner, schedule: Schedule): Promise<boolean> {
  return runner.work(SYSTEM, 'schedules.run', async ({ tx, now, enqueue }) => {
    const next = nextOf(now, schedule)
    const due = await tx.run(sql`
      insert into schedules (name, next_at) values (${schedule.name}, ${next}::timestamptz)
      on conflict (name) do update set next_at = excluded.next_at, last_at = ${now}::timestamptz
        where schedules.next_at <= ${now}::timestamptz
      returning last_at`)
    if (due === 0) return false
    const row = await tx.one<{ first: boolean }>(
      sql`select last_at is null as first from schedules where name = ${schedule.name}`,
    )
    // the schedule is new, so only its next time was stored
    if (row.first) return false
    await enqueue({ kind: schedule.kind, payload: {}, bringForward: true })
    return true
  })
}

/** Checks every minute which schedules are due. Returns the function that stops it. */
export function startSchedules(runner: Runner, schedules: readonly Schedule[], log: Log): () => void {
  const outage = schedulesOutage(log)
  const look = async (): Promise<void> => {
    for (const schedule of schedules) {
      await runDue(runner, schedule).then(
        () => outage.worked(),
        (error: unknown) => outage.failed(error),
      )
    }
  }
  void look()
  const timer = setInterval(() => void look(), LOOK_MILLISECONDS)
  return () => clearInterval(timer)
}

/** The day of a section: the tasks whose turn it is, what blocks them, and the presses of today. */
import { sectionNamed } from '#features/sections/server/section-named.ts'
import { addQuantity, type Quantity, sumQuantities, ZERO_QUANTITY } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { readDoneKeys } from '#server/runner/idempotency.ts'
import { isItsTurn, isShownInSection } from '../../domain/chains.ts'
import { MOST_SHOWN, sectionDay, type SectionMaterial, type SectionTask } from '../../domain/section-day-contract.ts'
import { type ChainStep, chainOf, readSteps, type Steps, waitsForStep } from './steps.ts'
import { readMaterials } from './materials.ts'
import { pressedToday, readPresses } from './presses.ts'
import { type OpenTask, readOpenTasks } from './open-tasks.ts'

/** Returns how many tasks wait for an earlier step, by the section of the first such step (C-84). */
function comingTo(waiting: readonly OpenTask[], steps: Steps): { section: string; tasks: number }[] {
  const counts = new Map<string, number>()
  for (const task of waiting) {
    const before = waitsForStep(task, steps.of(task))
    if (before) counts.set(before.section, (counts.get(before.section) ?? 0) + 1)
  }
  return [...counts].map(([section, tasks]) => ({ section, tasks })).toSorted((a, b) => b.tasks - a.tasks)
}

type Piece = { readonly unit: string; readonly done: Quantity; readonly left: Quantity; readonly isFinished: boolean }

/** Sums what is done today and what is planned until today: in their unit if all have the same, or else in tasks. */
function progressOf(pieces: readonly Piece[]) {
  const units = new Set(pieces.map(({ unit }) => unit))
  if (units.size === 1) {
    const done = sumQuantities(pieces.map((piece) => piece.done))
    return {
      unit: [...units][0] ?? null,
      done,
      planned: addQuantity(done, sumQuantities(pieces.map(({ left }) => left))),
    }
  }
  const tasks = (count: number) => (count * 10_000) as Quantity
  return {
    unit: null,
    done: tasks(pieces.filter(({ isFinished }) => isFinished).length),
    planned: tasks(pieces.length),
  }
}

const shown = (
  task: OpenTask,
  today: string,
  chain: readonly ChainStep[],
  materials: readonly SectionMaterial[],
): SectionTask => {
  const { taskref: _taskref, productId: _productId, seq: _seq, ...rest } = task
  return { ...rest, isLate: isLate(task, today), chain: [...chain], materials: [...materials] }
}

export const isLate = ({ day }: { readonly day: string | null }, today: string): boolean => day !== null && day < today

/** Late tasks have the earliest days, so they come first. Tasks without a day come last, the oldest first. */
const byDay = (a: OpenTask, b: OpenTask): number => (a.day ?? '9999').localeCompare(b.day ?? '9999') || a.id - b.id

export const sectionDayQuery = query(sectionDay, async ({ rows, actor, today }, input) => {
  const known = await rows.maybe<{ name: string }>(
    sql`select name from sections where ${sectionNamed(sql`${input.section}::text`)} order by id limit 1`,
  )
  if (!known) refuse('missing', 'sections.missing', { section: input.section })
  const section = known.name
  if (actor.role === 'section' && actor.section !== section) refuse('forbidden', 'sections.not-yours')

  const open = await readOpenTasks(rows, section)
  const steps = await readSteps(rows, open)
  const turn = open.filter((task) => isShownInSection(task, steps.of(task))).toSorted(byDay)
  const first = turn.slice(0, MOST_SHOWN)
  const materials = await readMaterials(rows, turn)
  const presses = await readPresses(rows, section, today)
  const done = await pressedToday(rows, section, today)
  const due = turn.filter((task) => task.day !== null && task.day <= today)
  const isDue = new Set(due.map(({ id }) => id))
  const doneOf = new Map(done.map((one) => [one.taskId, one]))
  return {
    section,
    today: {
      ...progressOf([
        ...due.map((task) => ({
          unit: task.unit,
          done: doneOf.get(task.id)?.done ?? ZERO_QUANTITY,
          left: task.left,
          isFinished: false,
        })),
        ...done
          .filter(({ taskId }) => !isDue.has(taskId))
          .map(({ unit, done: pieces, isFinished }) => ({ unit, done: pieces, left: ZERO_QUANTITY, isFinished })),
      ]),
      late: turn.filter((task) => isLate(task, today)).length,
      blocked: turn.filter(({ id }) => (materials.get(id) ?? []).some(({ short }) => short > 0)).length,
    },
    tasks: first.map((task) => shown(task, today, chainOf(task, steps.of(task)), materials.get(task.id) ?? [])),
    open: turn.length,
    coming: comingTo(
      open.filter((task) => !isItsTurn(task, steps.of(task))),
      steps,
    ),
    presses,
    doneKeys: await readDoneKeys(rows, actor),
  }
})

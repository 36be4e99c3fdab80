/** Writes the cards of tasks, in Greek. They hold no prices and no costs. */
import { picturesForPaper } from '#features/photos/server/paper-picture.ts'
import { pictureKeys } from '#features/photos/server/photo-uses.ts'
import type { Card } from '#kernel/paper.ts'
import { refuse } from '#kernel/refusal.ts'
import { paper, type View } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { fileNameOf } from '#server/papers/frame.ts'
import { onPaper, paperNames, paperTexts } from '#server/papers/texts.ts'
import { taskCards } from '../../domain/cards/card-contract.ts'
import { taskCode, CARD_CODES } from '../../domain/cards/task-code.ts'
import { shownDescription } from '../../domain/description.ts'
import { isOpenTask } from '../../domain/task.ts'
import type { SectionMaterial } from '../../domain/section-day-contract.ts'
import { readMaterials } from '../section-day/materials.ts'
import { type AnyTask, readTasks } from '../section-day/open-tasks.ts'
import { type ChainStep, chainOf, readSteps } from '../section-day/steps.ts'

const t = paperTexts('production')
const sectionOf = paperNames('name', 'sections')
const unitOf = paperNames('unit')
const withUnit = (quantity: number, unit: string): string => `${onPaper.quantity(quantity)} ${unitOf(unit)}`

/** Returns the main photo of the product of each task, or else the first photo of the task, for papers. */
async function picturesOf(rows: Rows, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const named = await rows.many<{ id: number; key: string | null }>(sql`
    select t.id, coalesce(${pictureKeys(sql`p.photos`)} ->> 0, ${pictureKeys(sql`t.photos`)} ->> 0) as key
    from tasks t left join products p on p.id = t.product_id
    where t.id = any(${[...ids]}::bigint[])`)
  const wanted = named.flatMap(({ id, key }) => (key === null ? [] : [{ id, key }]))
  const pictures = await picturesForPaper(rows, [...new Set(wanted.map(({ key }) => key))])
  return new Map(
    wanted.flatMap(({ id, key }) => {
      const picture = pictures.get(key)
      return picture === undefined ? [] : [[id, picture] as const]
    }),
  )
}

/** Returns the step of the task in its chain and the section that comes next; an empty text for a task without other steps. */
function stepText(task: AnyTask, chain: readonly ChainStep[]): string {
  const place = chain.findIndex(({ id }) => id === task.id)
  if (place < 0 || chain.length < 2) return ''
  const next = chain[place + 1]
  const step = t('step', { step: place + 1, of: chain.length })
  return next ? t('then', { step, section: sectionOf(next.section) }) : t('last', { step })
}

type Parts = {
  readonly task: AnyTask
  readonly chain: readonly ChainStep[]
  readonly materials: readonly SectionMaterial[]
  readonly picture: string | null
  readonly today: string
}

/** Returns the card of a task. A cancelled or finished task says so in place of its materials and codes. */
function cardOf({ task, chain, materials, picture, today }: Parts): Card {
  const isOpen = isOpenTask(task.status)
  const facts = [
    ['chain', stepText(task, chain)],
    ['order', task.orderId === null ? '' : String(task.orderId)],
    ['customer', task.customer || t('internal')],
    ['day', task.day === null ? '' : onPaper.weekday(task.day)],
    ['description', shownDescription(task.description)],
    ['comments', task.comments],
  ] as const
  return {
    heading: sectionOf(task.section),
    figure: withUnit(task.quantity, task.unit),
    title: task.product,
    number: t('task', { id: task.id }),
    picture,
    marks: isOpen ? [] : [t(task.status === 'CANCELED' ? 'canceled' : 'finished')],
    facts: facts.filter(([, value]) => value !== '').map(([key, value]) => ({ label: t(`fact.${key}`), value })),
    ticks: {
      heading: t('materials'),
      rows: isOpen
        ? materials
            .filter(({ state }) => state !== 'DROPPED')
            .map(({ name, needed, unit }) => ({ label: name, value: withUnit(needed, unit) }))
        : [],
    },
    codes:
      isOpen && task.work === 'PRODUCTION'
        ? CARD_CODES.map((does) => ({ label: t(`code.${does}`), value: taskCode({ taskId: task.id, does }) }))
        : [],
    printed: t('printed', { day: onPaper.day(today) }),
  }
}

/** Refuses an unknown task, and for a section account a task of another section. */
function demandTasks(view: View, ids: readonly number[], found: ReadonlyMap<number, AnyTask>): AnyTask[] {
  return ids.map((taskId) => {
    const task = found.get(taskId) ?? refuse('missing', 'production.no-task', { taskId })
    if (view.actor.role === 'section' && view.actor.section !== task.section) refuse('forbidden', 'sections.not-yours')
    return task
  })
}

export const taskCardsMaker = paper(taskCards, async (view, input) => {
  const { rows, today } = view
  const ids = [...new Set(input.ids)]
  const found = await readTasks(rows, ids)
  const tasks = demandTasks(view, ids, new Map(found.map((task) => [task.id, task])))
  const steps = await readSteps(rows, tasks)
  const materials = await readMaterials(rows, tasks)
  const pictures = await picturesOf(rows, ids)
  const [first] = tasks
  const title = tasks.length === 1 && first ? `${t('task', { id: first.id })} ${first.product}` : t('cards')
  return {
    fileName: fileNameOf(title),
    title,
    cards: tasks.map((task) =>
      cardOf({
        task,
        chain: chainOf(task, steps.of(task)),
        materials: materials.get(task.id) ?? [],
        picture: pictures.get(task.id) ?? null,
        today,
      }),
    ),
  }
})

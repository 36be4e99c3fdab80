import { Button, Group } from '@mantine/core'
import { UserRound } from '#web/ui/icon/icons.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ZERO_QUANTITY } from '#kernel/money.ts'
import { ServerFault } from '#web/failures.ts'
import { showQuantity } from '#web/format.ts'
import { QueueBar } from '#web/offline/QueueBar.tsx'
import type { Person } from '#web/offline/stored-person.ts'
import { usePerson } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { sayAloud } from '#web/ui/say-aloud.ts'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { type SectionNow, sectionView, type WaitingFinish } from '../../domain/section-now.ts'
import {
  addTaskPhoto,
  finishTask,
  noteTask,
  orderMaterial,
  proceedTask,
  receiveMaterials,
  replaceMaterial,
  undoTaskPress,
} from '../../domain/work-contract.ts'
import { CardsLink } from '../cards/CardsLink.tsx'
import { ScanTools, ScanWords } from '../scan/ScanTools.tsx'
import { type TaskScanOptions, useTaskScan } from '../scan/use-task-scan.ts'
import { DoneList } from './DoneList.tsx'
import { ComingList, NextList } from './NextList.tsx'
import { NowCard } from './NowCard.tsx'
import type { TaskPresses } from './presses.ts'
import styles from './section.module.css'
import { type Pressed, type SectionPresses, useSection } from './use-section.ts'
import { type AsWorker, useAsWorker } from './use-as-worker.tsx'

type SectionWorkProps = {
  section: string
  /** Called with the stored name of the section, which the address may spell differently. */
  onName: (name: string) => void
}

/** The work of a section: the task of now, what comes next, and what was done today. */
export function SectionWork(props: SectionWorkProps) {
  const person = usePerson()
  return person === null ? null : <Work key={`${person.id} ${props.section}`} person={person} {...props} />
}

type Problem = { readonly task: Pressed; readonly error: unknown }

function Work({ person, section, onName }: SectionWorkProps & { person: Person }) {
  const { t } = useTranslation('production')
  const { now, queue, press, cachedAt, error, refetch } = useSection(section, person.id)
  const { reported, problem, setProblem, pressing } = useReported(press)
  const [chosen, setChosen] = useState<number | null>(null)
  const { worker, asWorker, choose, dialog } = useAsWorker()
  const name = cachedAt === null ? now?.section : undefined
  useEffect(() => {
    if (name !== undefined) onName(name)
  }, [name, onName])

  const scan = useTaskScan({
    now,
    finish: scannedFinish(press, asWorker),
    open: setChosen,
    closed: dialog === null ? null : t('scan.name-first'),
  })
  const withdraw = async ({ key, taskId, product }: WaitingFinish) => {
    if (!(await queue.withdraw([key]).catch(() => false))) say.done(t('done.on-its-way'))
    else setProblem((shown) => (shown?.task.id === taskId && shown.task.product === product ? null : shown))
  }

  if (!now) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading rows={6} height={56} />
  return (
    <div className={styles.work} data-touch>
      <Head
        today={now.today}
        worker={worker}
        tools={
          <>
            <ScanTools scan={scan} />
            <span className={styles.cards}>
              <CardsLink ids={now.tasks.map(({ id }) => id)} height={56} />
            </span>
          </>
        }
        choose={choose}
      />
      <QueueBar
        queue={queue}
        cachedAt={cachedAt}
        what={({ command }) => t(`press.${sectionView.wordOf(command) ?? 'OTHER'}`)}
      />
      <ScanWords scan={scan} />
      {problem === null ? null : (
        <div className={styles.problem}>
          <strong>{problem.task.product}</strong>
          <RefusalText error={problem.error} />
        </div>
      )}
      <Tasks
        now={now}
        pressing={pressing}
        press={reported}
        asWorker={asWorker}
        withdraw={(finish) => void withdraw(finish)}
        chosen={chosen}
        setChosen={setChosen}
      />
      {dialog}
    </div>
  )
}

/** Runs presses, and returns the task of which one is on its way, and the last failure until the next press. */
function useReported(press: SectionPresses['press']) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [pressing, setPressing] = useState<number | null>(null)
  const { t } = useTranslation('production')
  const reported: typeof press = async (contract, input, task) => {
    setProblem(null)
    // A photo is sent slowly, and the next press need not wait for it.
    const isWaitedFor = contract.name !== addTaskPhoto.name
    if (isWaitedFor) setPressing(task.id)
    const failure = await press(contract, input, task)
    if (isWaitedFor) setPressing(null)
    setProblem(failure === null ? null : { task, error: failure })
    // the list of what was done is elsewhere
    if (failure === null) sayAloud(`${t(`press.${sectionView.wordOf(contract.name) ?? 'OTHER'}`)}: ${task.product}`)
    return failure
  }
  return { reported, problem, setProblem, pressing }
}

/** Finishes the pieces of a scanned code. A refusal stays in the list of the page, because the person may not look at the screen. */
const scannedFinish =
  (press: SectionPresses['press'], asWorker: AsWorker): TaskScanOptions['finish'] =>
  (task, pieces, begun) =>
    new Promise((resolve) =>
      asWorker((worker) => {
        begun()
        const input = { taskId: task.id, quantity: pieces, scrapped: ZERO_QUANTITY, worker }
        // after a failure of the server the press waits on the tablet
        const result = press(finishTask, input, task, true)
        void result.then((failure) => resolve(failure instanceof ServerFault ? null : failure))
      }),
    )

type HeadProps = { today: SectionNow['today']; worker: string; tools: ReactNode; choose: () => void }

/** The figures of today, and the name of the person on the tablet. */
function Head({ today, worker, tools, choose }: HeadProps) {
  const { t } = useTranslation('production')
  return (
    <Group justify="space-between" gap="xs">
      <Figures today={today} />
      <Group gap="xs" className={styles.tools}>
        {tools}
        <Button
          variant={worker === '' ? 'light' : 'default'}
          size="md"
          mih={56}
          leftSection={<UserRound size={20} aria-hidden />}
          onClick={choose}
        >
          {worker === '' ? t('worker.choose') : worker}
        </Button>
      </Group>
    </Group>
  )
}

function Figures({ today }: { today: SectionNow['today'] }) {
  const { t } = useTranslation('production')
  const unit = today.unit === null ? t('today.tasks') : t(`frame:unit.${today.unit}`, { defaultValue: today.unit })
  return (
    <p className={styles.figures} role="status">
      <span>{t('today.done', { done: showQuantity(today.done), planned: showQuantity(today.planned), unit })}</span>
      {today.late > 0 ? <span data-mark="late">{t('today.late', { count: today.late })}</span> : null}
      {today.blocked > 0 ? <span data-mark="blocked">{t('today.blocked', { count: today.blocked })}</span> : null}
    </p>
  )
}

type TasksProps = {
  now: SectionNow
  pressing: number | null
  press: SectionPresses['press']
  asWorker: AsWorker
  withdraw: (finish: WaitingFinish) => void
  /** The task that the person chose to see large. */
  chosen: number | null
  setChosen: (id: number) => void
}

function Tasks({ now, pressing, press, asWorker, withdraw, chosen, setChosen }: TasksProps) {
  const { t } = useTranslation('production')
  const task = now.tasks.find(({ id }) => id === chosen) ?? now.tasks[0]
  return (
    <div className={styles.columns}>
      {task ? (
        <NowCard
          key={task.id}
          task={task}
          presses={pressesOf(task, press, asWorker)}
          pending={task.id === pressing}
          takesFocus={task.id === chosen}
        />
      ) : (
        <EmptyState
          title={t('now.empty')}
          hint={now.coming.length === 0 ? t('now.empty-hint') : t('now.empty-coming')}
        />
      )}
      <div className={styles.side}>
        <NextList tasks={now.tasks.filter((one) => one !== task)} open={now.open} choose={setChosen} />
        <ComingList coming={now.coming} />
        <DoneList
          presses={now.presses}
          waiting={now.waiting}
          undo={({ id, taskId, product }) =>
            asWorker((worker) => void press(undoTaskPress, { pressId: id, worker }, { id: taskId, product }))
          }
          withdraw={withdraw}
        />
      </div>
    </div>
  )
}

const pressesOf = (task: Pressed, press: SectionPresses['press'], asWorker: TasksProps['asWorker']): TaskPresses => {
  const taskId = task.id
  return {
    receive: (lines, override) =>
      asWorker(
        (worker) => void press(receiveMaterials, { taskId, lines, worker, override: override ?? undefined }, task),
      ),
    proceed: (comments) => asWorker((worker) => void press(proceedTask, { taskId, worker, comments }, task)),
    finish: ({ quantity, scrapped, scrapReason, used }, override, comments) =>
      asWorker(
        (worker) =>
          void press(
            finishTask,
            {
              taskId,
              quantity,
              scrapped,
              scrapReason: scrapReason || undefined,
              used: used.length === 0 ? undefined : used,
              override: override ?? undefined,
              comments,
              worker,
            },
            task,
          ),
      ),
    order: (line) => asWorker((worker) => void press(orderMaterial, { taskId, line, worker }, task)),
    replace: (line, productId, reason) =>
      asWorker((worker) => void press(replaceMaterial, { taskId, line, productId, reason, worker }, task)),
    note: (comments) => void press(noteTask, { taskId, comments }, task),
    photo: ({ base64 }) => void press(addTaskPhoto, { taskIds: [taskId], photo: base64 }, task),
  }
}

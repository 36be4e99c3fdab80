import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTaskPhoto } from '#features/production/domain/work-contract.ts'
import { useAsWorker } from '#features/production/web/section/use-as-worker.tsx'
import { QueueBar } from '#web/offline/QueueBar.tsx'
import type { Person } from '#web/offline/stored-person.ts'
import { usePerson } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { closeLaundry, undoClose } from '../domain/contract.ts'
import { type WaitingClose, washingView } from '../domain/washing-now.ts'
import { ClosedReturns } from './ClosedReturns.tsx'
import { ReturnCard, type Washed } from './ReturnCard.tsx'
import { type Pressed, STORED, useWashing, type WashingPresses } from './use-washing.ts'
import styles from './washing.module.css'

type WashingViewProps = { section: string; onName: (name: string) => void }

/** The simple view of the laundry (S2-TSK-07): what each customer returned, and one button that moves it to the stock. */
export default function WashingView(props: WashingViewProps) {
  const person = usePerson()
  return person === null ? null : <Washing key={person.id} person={person} {...props} />
}

function Washing({ person, section, onName }: WashingViewProps & { person: Person }) {
  const { t } = useTranslation('laundry')
  const { now, queue, press, refused, cachedAt, error, refetch } = useWashing(person.id)
  // it stays when a return leaves the list, because its closing may be taken back or refused
  const [entered, setEntered] = useState<Readonly<Record<number, Washed>>>({})
  const { asWorker, dialog } = useAsWorker()
  const reported = useReported(press)
  useEffect(() => onName(section), [section, onName])
  if (!now) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading />
  const withdraw = async ({ key }: WaitingClose) => {
    if (!(await queue.withdraw([key]).catch(() => false))) say.done(t('wash.on-its-way'))
  }
  return (
    <div className={styles.view} data-touch>
      <QueueBar
        queue={queue}
        cachedAt={cachedAt}
        what={({ command }) => t(`press.${washingView.wordOf(command) ?? 'other'}`)}
      />
      {now.returns.length === 0 ? <EmptyState title={t('wash.empty')} hint={t('wash.empty-hint')} /> : null}
      {now.returns.map((one) => (
        <ReturnCard
          key={one.taskref}
          back={one}
          entered={(taskId) => entered[taskId] ?? refusedAs(refused.get(taskId))}
          set={(taskId, washed) => setEntered({ ...entered, [taskId]: washed })}
          close={(tasks) =>
            asWorker(
              (worker) =>
                void reported(closeLaundry, { tasks, worker }, pressed(one), t('said.washed', { name: one.customer })),
            )
          }
          photo={(photo) => {
            const about = pressed(one)
            void reported(addTaskPhoto, { taskIds: [...about.taskIds], photo }, about)
          }}
        />
      ))}
      {now.more ? <p className={styles.note}>{t('wash.more')}</p> : null}
      {dialog}
      <ClosedReturns
        closed={now.closed}
        waiting={now.waiting}
        undo={(one) => void reported(undoClose, { taskIds: [...one.taskIds] }, one)}
        withdraw={(one) => void withdraw(one)}
      />
    </div>
  )
}

const pressed = ({ items, customer }: { items: readonly { taskId: number }[]; customer: string }): Pressed => ({
  taskIds: items.map(({ taskId }) => taskId),
  customer,
})

/** Returns the figures of an item in a refused closing; undefined if none was refused. */
const refusedAs = (item: ReturnType<WashingPresses['refused']['get']>): Washed | undefined =>
  item && { clean: item.clean, missing: item.missing, reason: item.reason ?? '' }

/**
 * Returns a press that shows its result. A stored press is shown by the bar above, which also shows the reason of a refusal until somebody
 * has read it.
 */
function useReported(press: WashingPresses['press']) {
  return async (...[contract, input, about, text]: [...Parameters<typeof press>, text?: string]): Promise<void> => {
    const failure = await press(contract, input, about)
    if (failure === null && text !== undefined) say.done(text)
    else if (failure !== null && failure !== STORED) say.failed(failure)
  }
}

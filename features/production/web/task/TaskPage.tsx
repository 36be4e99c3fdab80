import { Anchor, Card, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyStrip } from '#features/photos/web/KeyStrip.tsx'
import { useShownName } from '#features/sections/web/section-name.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { may } from '#kernel/rights.ts'
import { refusal } from '#kernel/refusal.ts'
import { showMoment, showQuantity, showWeekday } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { useActing } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { productionRights } from '../../domain/rights.ts'
import { shownDescription } from '../../domain/description.ts'
import type { SectionPress } from '../../domain/section-day-contract.ts'
import { oneTask } from '../../domain/task-contract.ts'
import { undoTaskPress } from '../../domain/work-contract.ts'
import { CardsLink } from '../cards/CardsLink.tsx'
import { TaskMarks } from '../section/TaskMarks.tsx'
import { MaterialFacts } from './MaterialFacts.tsx'
import { PressList } from './PressList.tsx'
import styles from './task.module.css'

type Shown = OutputOf<typeof oneTask>

/** The page of one task: what is made, the steps of its chain, its materials, and every press on it. */
export default function TaskPage() {
  const { id, given } = useAddressId()
  return id === null ? (
    <NoRecordPage missing={refusal('missing', 'production.no-task', { taskId: given })} />
  ) : (
    <OneTask key={id} id={id} />
  )
}

function OneTask({ id }: { id: number }) {
  const answer = useAsk(oneTask, { taskId: id })
  if (answer.data) return <Task shown={answer.data} />
  return answer.error ? (
    <ErrorState error={answer.error} retry={() => void answer.refetch()} />
  ) : (
    <Loading rows={6} height={56} />
  )
}

function Task({ shown: { task, presses } }: { shown: Shown }) {
  const { t } = useTranslation('production')
  const shownName = useShownName()
  const undo = useUndo(task.worker)
  const facts = [
    shownName(task.section),
    task.customer || t('task.internal'),
    task.day === null ? '' : showWeekday(task.day, 'short'),
    task.worker,
  ]
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('task.title', { id: task.id, product: task.product })}
        mark={
          <Group gap="xs">
            <StatusBadge status={task.status} />
            <TaskMarks task={task} />
          </Group>
        }
        subtitle={facts.filter(Boolean).join(' · ')}
        secondary={<CardsLink ids={[task.id]} withText />}
        back={{ to: `/tasks/${task.section}`, label: shownName(task.section) }}
      />
      <div className={styles.columns}>
        <Panel title={t('task.pieces')}>
          <Pieces task={task} />
        </Panel>
        <Panel title={t('task.chain')}>
          <Chain task={task} />
        </Panel>
        <Panel title={t('material.title')}>
          <MaterialFacts materials={task.materials} />
        </Panel>
        {task.photos.length === 0 ? null : (
          <Panel title={t('word.photos')}>
            <KeyStrip title={t('word.photos')} photos={task.photos} />
          </Panel>
        )}
        <Panel title={t('task.presses')}>
          <PressList presses={presses} undo={undo} />
        </Panel>
      </div>
    </div>
  )
}

/** Returns how a press is undone, or null if the person may not. */
function useUndo(worker: string): ((press: SectionPress) => void) | null {
  const { t } = useTranslation('production')
  const allowed = may(useActing(), productionRights.update)
  const run = useRun(undoTaskPress, { onSuccess: () => say.done(t('task.undone')) })
  if (!allowed) return null
  const undo = (press: SectionPress): void =>
    run.mutate({ pressId: press.id, worker }, { onError: (error) => say.failed(error, () => undo(press)) })
  return undo
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  )
}

function Pieces({ task }: { task: Shown['task'] }) {
  const { t } = useTranslation('production')
  const withUnit = (value: number) =>
    `${showQuantity(value)} ${t(`frame:unit.${task.unit}`, { defaultValue: task.unit })}`
  const rows: [string, ReactNode][] = [
    [t('task.quantity'), withUnit(task.quantity)],
    [t('field.done'), withUnit(task.done)],
    ...(task.scrapped > 0 ? [[t('field.scrapped'), withUnit(task.scrapped)] as [string, ReactNode]] : []),
    [t('task.rest'), withUnit(task.left)],
    ...(task.productId === null
      ? []
      : [
          [t('word.product'), <LinkTo key="p" to={`/product-overview/${task.productId}`} text={task.product} />] as [
            string,
            ReactNode,
          ],
        ]),
    ...(task.orderId === null
      ? []
      : [
          [
            t('field.orderId'),
            <LinkTo key="o" to={`/order-detail/${task.orderId}`} text={`${task.orderId} · ${task.customer}`} />,
          ] as [string, ReactNode],
        ]),
    [t('task.created'), showMoment(task.createdAt)],
    ...(task.finishedAt === null ? [] : [[t('task.finished'), showMoment(task.finishedAt)] as [string, ReactNode]]),
  ]
  return (
    <>
      <dl className={styles.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {[shownDescription(task.description), task.comments].filter(Boolean).map((text) => (
        <Text key={text} mt="sm" className={styles.text}>
          {text}
        </Text>
      ))}
    </>
  )
}

const LinkTo = ({ to, text }: { to: string; text: string }) => (
  <Anchor component={PageLink} to={to}>
    {text}
  </Anchor>
)

/** The steps of the chain in their order. The last one brings the product into the stock. */
function Chain({ task }: { task: Shown['task'] }) {
  const { t } = useTranslation('production')
  const shownName = useShownName()
  return (
    <ol className={styles.chain}>
      {task.chain.map((step) => (
        <li key={step.id} aria-current={step.id === task.id ? 'step' : undefined}>
          {step.id === task.id ? (
            <strong>{shownName(step.section)}</strong>
          ) : (
            <LinkTo to={`/task/${step.id}`} text={shownName(step.section)} />
          )}
          <StatusBadge status={step.status} />
        </li>
      ))}
      {task.chain.length === 0 ? <li>{t('task.cancelled')}</li> : null}
    </ol>
  )
}

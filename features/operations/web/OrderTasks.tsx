import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type OrderTask, tasksOfOrder } from '#features/production/domain/contract.ts'
import { useAsk } from '#web/query.ts'
import cards from '#web/ui/table/card-table.module.css'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { NOTHING, showWallClock } from '#web/format.ts'
import styles from './operations.module.css'

/** Shows the production tasks of an order, step by step, each with its status. */
export function OrderTasks({ orderId }: { orderId: number }) {
  const { t } = useTranslation('operations')
  const answer = useAsk(tasksOfOrder, { orderId })
  const tasks = answer.data?.rows
  return (
    <section className={styles.orderTasks}>
      <Title order={3}>{t('dialog.tasks')}</Title>
      {tasks ? (
        tasks.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('dialog.no-tasks')}
          </Text>
        ) : (
          <table className={cards.table}>
            <thead>
              <tr>
                <th scope="col">{t('task.what')}</th>
                <th scope="col">{t('task.section')}</th>
                <th scope="col" className={cards.end}>
                  {t('word.quantity')}
                </th>
                <th scope="col">{t('task.expected')}</th>
                <th scope="col">{t('word.status')}</th>
              </tr>
            </thead>
            <tbody>
              {tasks.map((task) => (
                <TaskRow key={task.id} task={task} />
              ))}
            </tbody>
          </table>
        )
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={2} />
      )}
    </section>
  )
}

function TaskRow({ task }: { task: OrderTask }) {
  const { t } = useTranslation('operations')
  return (
    <tr data-task={task.status}>
      <td>
        {task.product || task.name}
        {task.product && task.name && task.name !== task.product ? <div className={cards.note}>{task.name}</div> : null}
      </td>
      <td data-label={t('task.section')}>{task.section}</td>
      <td className={cards.end} data-label={t('word.quantity')}>
        <QuantityText value={task.quantity} unit={task.unit} />
      </td>
      <td data-label={t('task.expected')}>{task.expected ? showWallClock(task.expected) : NOTHING}</td>
      <td data-label={t('word.status')}>
        <StatusBadge status={task.status} />
      </td>
    </tr>
  )
}

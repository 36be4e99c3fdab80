import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TasksOfCanceled } from '#features/orders/domain/contract.ts'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { may } from '#kernel/rights.ts'
import { useAsk } from '#web/query.ts'
import { useActing } from '#web/session.ts'
import { orderPlan } from '../../domain/plan-contract.ts'
import { productionRights } from '../../domain/rights.ts'

type Props = { order: OrderDetail; choose: (tasks: TasksOfCanceled) => void }

/** Asks what happens to the open tasks of an order that is cancelled (C-63), with how many there are. Without any it asks nothing. */
export default function TasksOfCanceledQuestion(props: Props) {
  return may(useActing(), productionRights.write) ? <Question {...props} /> : null
}

function Question({ order: { id: orderId }, choose }: Props) {
  const { t } = useTranslation('production')
  const [chosen, setChosen] = useState<TasksOfCanceled>('close')
  const plan = useAsk(orderPlan, { orderId })
  if (plan.data === undefined || plan.data.unstarted + plan.data.begun === 0) return null
  const { unstarted, begun } = plan.data
  if (unstarted === 0) return <Text size="sm">{t('cancelling.begun', { begun })}</Text>
  const pick = (tasks: TasksOfCanceled) => {
    setChosen(tasks)
    choose(tasks)
  }
  return (
    <Radio.Group label={t('cancelling.question')} value={chosen} onChange={pick}>
      <Stack gap="xs" mt={6}>
        <Radio
          value="close"
          label={t('cancelling.close')}
          description={t('cancelling.close-hint', { unstarted, begun })}
        />
        <Radio
          value="keep"
          label={t('cancelling.keep')}
          description={t('cancelling.keep-hint', { open: unstarted + begun })}
        />
      </Stack>
    </Radio.Group>
  )
}

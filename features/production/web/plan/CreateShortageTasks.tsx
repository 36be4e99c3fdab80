import { Text } from '@mantine/core'
import { ListPlus } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { may } from '#kernel/rights.ts'
import { useAsk } from '#web/query.ts'
import { useActing } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { orderPlan } from '../../domain/plan-contract.ts'
import { productionRights } from '../../domain/rights.ts'
import { useShortageTasks } from './use-shortage-tasks.ts'

/** Creates the tasks for what an order lacks. It says beside the button why when that is not possible, and names what has no recipe. */
export default function CreateShortageTasks({ order }: { order: OrderDetail }) {
  return may(useActing(), productionRights.write) ? <CreateButton orderId={order.id} /> : null
}

function CreateButton({ orderId }: { orderId: number }) {
  const { t } = useTranslation('production')
  const plan = useAsk(orderPlan, { orderId })
  const { pending, press } = useShortageTasks(orderId)
  if (plan.data === undefined) return null
  const { closed } = plan.data
  return (
    <>
      <ActionButton
        variant="default"
        leftSection={<ListPlus size={16} aria-hidden />}
        closed={closed}
        pending={pending}
        onClick={press}
      >
        {t('shortage.create')}
      </ActionButton>
      {closed === null ? null : (
        <Text size="sm" c="dimmed">
          {refusalText(closed)}
        </Text>
      )}
      {pending ? (
        <Text size="sm" role="status">
          {t('shortage.creating')}
        </Text>
      ) : null}
    </>
  )
}

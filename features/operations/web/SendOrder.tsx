import { Alert, Text } from '@mantine/core'
import { Package, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { moveOrder } from '#features/orders/domain/contract.ts'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { useRun } from '#web/query.ts'
import { useActing } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { problemText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'

/** Sends one order for packaging after a confirmation. A disabled button says why. */
export function SendOrder({ order, sent }: { order: OrderDetail; sent: () => void }) {
  const { t } = useTranslation('operations')
  const acting = useActing()
  const run = useRun(moveOrder)
  const facts = { status: order.status, invoiceMode: order.invoiceMode, ...order.facts }
  const choice = orderLifecycle.choices(facts, acting).find(({ name }) => name === 'send')
  if (!choice) return null

  const press = async () => {
    const agreed = await confirm({
      title: t('confirm.send'),
      body: t('confirm.send-one', { id: order.id, name: order.name }),
      confirmLabel: t('bulk.send'),
    })
    if (!agreed) return
    run.mutate(
      { id: order.id, transition: 'send', version: order.version },
      {
        onSuccess: () => {
          say.done(t('said.send', { count: 1 }))
          sent()
        },
      },
    )
  }
  return (
    <>
      <ActionButton
        closed={choice.closed}
        pending={run.isPending}
        leftSection={<Package size={16} aria-hidden />}
        onClick={() => void press()}
      >
        {t('bulk.send')}
      </ActionButton>
      {run.error ? (
        <Alert
          color="red"
          variant="light"
          role="alert"
          w="100%"
          icon={<TriangleAlert size={16} aria-hidden />}
          title={t('failed.send')}
        >
          <Text size="sm" c="var(--mantine-color-text)">
            {problemText(run.error)}
          </Text>
        </Alert>
      ) : null}
    </>
  )
}

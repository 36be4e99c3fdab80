import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { refusal } from '#kernel/refusal.ts'
import { useRun } from '#web/query.ts'
import { ActionButton, WhyClosed } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { chargeVat, type documentProblems } from '../domain/contract.ts'

type Props = {
  order: Pick<OrderDetail, 'id' | 'version'>
  vat: OutputOf<typeof documentProblems>['vat']
  /** True if the person is warned that a company abroad is charged VAT. */
  warned: boolean
}

/** Takes the VAT off an order that is sold abroad without it, and charges it again. Shows nothing for other orders. */
export function VatOfOrder({ order, vat, warned }: Props) {
  const { t } = useTranslation('invoicing')
  const run = useRun(chargeVat)
  const charge = (charged: boolean): void => {
    run
      .mutateAsync({ id: order.id, version: order.version, charged })
      .catch((error: unknown) => say.failed(error, () => charge(charged)))
  }
  // a private person outside the union is no company, of which a person is warned, but buys the goods without VAT too
  const offers = warned || (vat.charged && vat.stays === null)
  if (!offers && !vat.takenOff) return null
  const stays = vat.stays === null ? null : refusal('refused', vat.stays)
  return (
    <Stack gap="xs">
      {vat.takenOff ? <Text size="sm">{t('vat-of-order.taken-off')}</Text> : null}
      {vat.servicesKeep ? <Text size="sm">{t('vat-of-order.services-keep')}</Text> : null}
      <Group gap="xs">
        {offers ? (
          <ActionButton mih={48} variant="default" closed={stays} pending={run.isPending} onClick={() => charge(false)}>
            {t('vat-of-order.take-off')}
          </ActionButton>
        ) : null}
        {vat.takenOff ? (
          <ActionButton mih={48} variant="default" pending={run.isPending} onClick={() => charge(true)}>
            {t('vat-of-order.charge')}
          </ActionButton>
        ) : null}
      </Group>
      {warned ? <WhyClosed reasons={[stays]} /> : null}
    </Stack>
  )
}

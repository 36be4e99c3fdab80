import { Button, Group } from '@mantine/core'
import { Undo2 } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfCustomer } from '#features/customers/web/customer-parts.ts'
import { loansRights } from '#features/loans/domain/rights.ts'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useMay } from '#web/session.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Panel } from '#web/ui/Panel.tsx'

// The forms are not needed before a press.
const ReturnForm = lazyPart(() => import('./ReturnForm.tsx'))
const RecordLoan = lazyPart(() => import('./RecordLoan.tsx'))

/** Books lent items that this customer returned. */
export function ReturnOfThisCustomer({ customer: { id } }: OfCustomer) {
  return useMay(loansRights.write) ? <ReturnButton customerId={id} /> : null
}

/** Books lent items that came back with or after this order, or records more that its customer took (S2-LON-07). */
export function ReturnOfOrder({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('laundry')
  const mayWrite = useMay(loansRights.write)
  const { id, customer, loans } = order
  if (!mayWrite || loans.length === 0) return null
  return (
    <Panel title={t('return.of-order')}>
      <Group gap="xs">
        <ReturnButton customerId={customer.id} orderId={id} />
        <RecordButton of={customer} />
      </Group>
    </Panel>
  )
}

function ReturnButton(of: { customerId: number; orderId?: number }) {
  const { t } = useTranslation('laundry')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<Undo2 size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t('return.title')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('return.title')} closeOnClickOutside={false}>
        {opened ? <ReturnForm {...of} close={() => setOpened(false)} /> : null}
      </Dialog>
    </>
  )
}

function RecordButton({ of: { id, name } }: { of: OrderDetail['customer'] }) {
  const { t } = useTranslation('laundry')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('record.outgoing')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('record.outgoing')} closeOnClickOutside={false}>
        {opened ? <RecordLoan bound="OUTBOUND" of={{ id, name }} close={close} /> : null}
      </Dialog>
    </>
  )
}

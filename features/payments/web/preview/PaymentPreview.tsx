import { Group } from '@mantine/core'
import { readAhead as readAnswer } from '#web/query.ts'
import { AskedPreview } from '#web/ui/table/preview/AskedPreview.tsx'
import { paymentDetail } from '../../domain/office-contract.ts'
import { AboutPayment, CancelledPair, PaymentActions } from '../page/PaymentPage.tsx'

/** Reads a payment. */
export const readAhead = (id: number): Promise<unknown> => readAnswer(paymentDetail, { id })

/** Shows a payment beside a list: its receipt, what cancelled it, and its data. */
export default function PaymentPreview({ id }: { id: number }) {
  return (
    <AskedPreview contract={paymentDetail} id={id}>
      {({ payment }) => (
        <>
          <Group gap="xs" data-tools>
            <PaymentActions payment={payment} />
          </Group>
          <CancelledPair payment={payment} />
          <AboutPayment payment={payment} />
        </>
      )}
    </AskedPreview>
  )
}

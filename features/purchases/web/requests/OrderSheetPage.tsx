import { Button, Group } from '@mantine/core'
import { ArrowLeft, FileText, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { pdfAddress } from '#kernel/contract.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { PaperPage } from '#web/ui/paper/PaperSheet.tsx'
import { usePrintWindow } from '#web/ui/paper/print-window.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { orderSheet } from '../../domain/requests/contract.ts'
import { NoSuchInvoice } from '../NoSuchInvoice.tsx'

/** Shows the sheet of an order at a provider for printing, always in Greek. */
export default function OrderSheetPage() {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchInvoice given={given} /> : <OrderSheet id={id} />
}

function OrderSheet({ id }: { id: number }) {
  const { t } = useTranslation('purchases')
  const answer = useAsk(orderSheet, { id }, { topics: [`invoices:${id}`] })
  usePrintWindow(answer.data !== undefined)
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />
  if (!answer.data) return <Loading />
  return (
    <PaperPage
      paper={answer.data}
      actions={
        <Group gap="xs" justify="center">
          <Button
            component={PageLink}
            to={`/invoice-detail/${id}`}
            variant="default"
            leftSection={<ArrowLeft size={20} aria-hidden />}
          >
            {t('page.back')}
          </Button>
          <Button
            component="a"
            href={pdfAddress(orderSheet, { id })}
            target="_blank"
            variant="default"
            leftSection={<FileText size={20} aria-hidden />}
          >
            {t('page.pdf')}
          </Button>
          <Button leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
            {t('page.print-now')}
          </Button>
        </Group>
      }
    />
  )
}

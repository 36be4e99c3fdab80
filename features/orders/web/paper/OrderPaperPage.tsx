import { Button, Group } from '@mantine/core'
import { ArrowLeft, FileText, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { pdfAddress } from '#kernel/contract.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { PaperPage } from '#web/ui/paper/PaperSheet.tsx'
import { usePrintWindow } from '#web/ui/paper/print-window.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { orderSheetPaper } from '../../domain/paper/contract.ts'
import { NoSuchOrder } from '../NoSuchOrder.tsx'

/** Shows the sheet of an order or offer for printing, always in Greek. */
export default function OrderPaperPage() {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchOrder given={given} /> : <OrderPaper id={id} />
}

function OrderPaper({ id }: { id: number }) {
  const { t } = useTranslation('orders')
  const answer = useAsk(orderSheetPaper, { id }, { topics: [`orders:${id}`] })
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
            to={`/order-detail/${id}`}
            variant="default"
            leftSection={<ArrowLeft size={20} aria-hidden />}
          >
            {t('action.back')}
          </Button>
          <Button
            component="a"
            href={pdfAddress(orderSheetPaper, { id })}
            target="_blank"
            variant="default"
            leftSection={<FileText size={20} aria-hidden />}
          >
            {t('papers.pdf')}
          </Button>
          <Button leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
            {t('action.print')}
          </Button>
        </Group>
      }
    />
  )
}

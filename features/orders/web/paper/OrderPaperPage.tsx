import { Button, Group } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { ArrowLeft, FileText, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { pdfAddress } from '#kernel/contract.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { PaperPage } from '#web/ui/paper/PaperSheet.tsx'
import { usePrintWindow } from '#web/ui/paper/print-window.ts'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { orderSheetPaper } from '../../domain/paper-contract.ts'

/** Shows the sheet of an order or offer for printing, always in Greek. */
export default function OrderPaperPage() {
  const { t } = useTranslation('orders')
  const id = Number(useParams({ strict: false }).id)
  const known = Number.isSafeInteger(id) && id > 0
  const answer = useAsk(orderSheetPaper, { id }, { topics: [`orders:${id}`], enabled: known })
  usePrintWindow(answer.data !== undefined)
  if (!known)
    return (
      <EmptyState
        title={t('not-found')}
        action={
          <Button component={PageLink} to="/orders">
            {t('title.list')}
          </Button>
        }
      />
    )
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

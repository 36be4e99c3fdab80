import { Button, Group } from '@mantine/core'
import { ArrowLeft, FileText, Printer } from '#web/ui/icon/icons.ts'
import type { z } from 'zod'
import { type PaperContract, pdfAddress } from '#kernel/contract.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { PaperPage } from './PaperSheet.tsx'
import { usePrintWindow } from './print-window.ts'

type Props = {
  /** A paper about one record. */
  contract: PaperContract<z.ZodType<{ id: number }, { id: number }>>
  id: number
  /** The address of the page of the record. */
  page: string
  texts: { back: string; pdf: string; print: string }
}

/** Shows the paper of a record for printing, with buttons that lead back, open the PDF and print. */
export function RecordPaper({ contract, id, page, texts }: Props) {
  const answer = useAsk(contract, { id })
  usePrintWindow(answer.data !== undefined)
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />
  if (!answer.data) return <Loading />
  return (
    <PaperPage
      paper={answer.data}
      actions={
        <Group gap="xs" justify="center">
          <Button component={PageLink} to={page} variant="default" leftSection={<ArrowLeft size={20} aria-hidden />}>
            {texts.back}
          </Button>
          <Button
            component="a"
            href={pdfAddress(contract, { id })}
            target="_blank"
            variant="default"
            leftSection={<FileText size={20} aria-hidden />}
          >
            {texts.pdf}
          </Button>
          <Button leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
            {texts.print}
          </Button>
        </Group>
      }
    />
  )
}

import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { FileCode, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { inputAddress } from '#kernel/contract.ts'
import { refusal } from '#kernel/refusal.ts'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { documentXml, invoicesOfOrder } from '../../domain/contract.ts'
import { invoicingRights } from '../../domain/rights.ts'
import { importAnswer } from '../../domain/ways.ts'
import { PdfButton } from '../paper/PdfButton.tsx'

/** Offers the file and the paper of a document that a person sends by another way, and the import of the answer. */
export function SentAsFile({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('invoicing')
  const maySettle = useMay(invoicingRights.settle)
  const [importing, setImporting] = useState(false)
  const { data } = useAsk(invoicesOfOrder, { orderId: order.id }, { topics: [`orders:${order.id}`] })
  const id = data?.invoices.find(({ documentId }) => documentId !== null)?.documentId ?? null
  return (
    <>
      {id === null ? null : (
        <>
          <Button
            component="a"
            href={inputAddress(documentXml, { id })}
            download
            size="compact-sm"
            leftSection={<FileCode size={14} aria-hidden />}
          >
            {t('ways.xml')}
          </Button>
          <PdfButton documentId={id} />
        </>
      )}
      {maySettle ? (
        <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => setImporting(true)}>
          {t('ways.import')}
        </Button>
      ) : null}
      <Dialog opened={importing} onClose={() => setImporting(false)} title={t('ways.import')}>
        {importing ? <AnswerForm id={order.id} close={() => setImporting(false)} /> : null}
      </Dialog>
    </>
  )
}

function AnswerForm({ id, close }: { id: number; close: () => void }) {
  const { t } = useTranslation('invoicing')
  const [answer, setAnswer] = useState('')
  const [error, setError] = useState<unknown>(null)
  const importing = useRun(importAnswer, { invalidates: ['orders', `orders:${id}`] })
  const send = () => {
    setError(null)
    importing.mutateAsync({ id, answer }).then(
      ({ issued }) => {
        close()
        say.done(t(issued ? 'said.enter-mark' : 'ways.refused', { id }))
      },
      (fault: unknown) => setError(fault),
    )
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{t('ways.import-body')}</Text>
      <FileButton accept=".xml,text/xml,application/xml" onChange={(file) => void file?.text().then(setAnswer)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<Upload size={16} aria-hidden />}>
            {t('ways.choose')}
          </Button>
        )}
      </FileButton>
      <Textarea
        label={t('ways.answer')}
        required
        autosize
        minRows={4}
        maxRows={12}
        data-autofocus
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
      <RefusalText error={error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('action.back')}
        </Button>
        <ActionButton
          closed={answer.trim() === '' ? refusal('invalid', 'invoicing.answer-missing') : null}
          pending={importing.isPending}
          onClick={send}
        >
          {t('ways.import')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

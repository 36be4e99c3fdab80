import { Button } from '@mantine/core'
import { FileCode } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { inputAddress } from '#kernel/contract.ts'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { documentXml, invoicesOfOrder } from '../../domain/contract.ts'
import { invoicingRights } from '../../domain/rights.ts'
import { importAnswer } from '../../domain/ways.ts'
import styles from '../invoice.module.css'
import { AnswerForm } from './AnswerForm.tsx'
import { PdfButton } from '../paper/PdfButton.tsx'

/**
 * Offers the paper of a document whose MARK a person enters, and the import of the answer. With `hasFile` a person sends it by another
 * way, so its file is offered too.
 */
export function AwaitsMark({ order, hasFile }: { order: OrderDetail; hasFile: boolean }) {
  const { t } = useTranslation('invoicing')
  const maySettle = useMay(invoicingRights.settle)
  const [importing, setImporting] = useState(false)
  const { data } = useAsk(invoicesOfOrder, { orderId: order.id })
  const id = data?.invoices.find(({ documentId }) => documentId !== null)?.documentId ?? null
  return (
    <>
      {id === null ? null : (
        <>
          {hasFile ? (
            <Button
              component="a"
              href={inputAddress(documentXml, { id })}
              download
              className={styles.press}
              leftSection={<FileCode size={16} aria-hidden />}
            >
              {t('ways.xml')}
            </Button>
          ) : null}
          <PdfButton documentId={id} />
        </>
      )}
      {maySettle ? (
        <Button className={styles.press} variant="default" aria-haspopup="dialog" onClick={() => setImporting(true)}>
          {t('ways.import')}
        </Button>
      ) : null}
      <Dialog opened={importing} onClose={() => setImporting(false)} title={t('ways.import')}>
        {importing ? <AnswerOfOrder id={order.id} close={() => setImporting(false)} /> : null}
      </Dialog>
    </>
  )
}

function AnswerOfOrder({ id, close }: { id: number; close: () => void }) {
  const { t } = useTranslation('invoicing')
  const importing = useRun(importAnswer)
  return (
    <AnswerForm
      close={close}
      read={(answer) => importing.mutateAsync({ id, answer })}
      said={(issued) => t(issued ? 'said.enter-mark' : 'ways.refused', { id })}
      pending={importing.isPending}
    />
  )
}

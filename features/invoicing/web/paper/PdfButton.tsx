import { Button } from '@mantine/core'
import { FileText } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { pdfAddress } from '#kernel/contract.ts'
import styles from '../invoice.module.css'
import { documentPaper } from '../../domain/paper-contract.ts'

/** Opens a document as PDF, for the screen and for printing. */
export function PdfButton({ documentId }: { documentId: number }) {
  const { t } = useTranslation('invoicing')
  return (
    <Button
      component="a"
      href={pdfAddress(documentPaper, { id: documentId })}
      target="_blank"
      className={styles.press}
      variant="default"
      leftSection={<FileText size={16} aria-hidden />}
    >
      {t('document.pdf')}
    </Button>
  )
}

import { Button, Group } from '@mantine/core'
import { Mail } from '#web/ui/icon/icons.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { useMay } from '#web/session.ts'
import styles from '../invoice.module.css'
import { PdfButton } from './PdfButton.tsx'

const MailDocument = lazy(() => import('./MailDocument.tsx'))

/** Opens an issued document as PDF, for the screen and for printing, and mails it. */
export function DocumentPaper({ documentId }: { documentId: number }) {
  const { t } = useTranslation('invoicing')
  const mayMail = useMay(ordersRights.write)
  const [mailing, setMailing] = useState(false)
  return (
    <Group gap="xs" mt="xs">
      <PdfButton documentId={documentId} />
      {mayMail ? (
        <Button
          className={styles.press}
          variant="default"
          leftSection={<Mail size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setMailing(true)}
        >
          {t('document.mail')}
        </Button>
      ) : null}
      {mailing ? (
        <Suspense fallback={null}>
          <MailDocument documentId={documentId} close={() => setMailing(false)} />
        </Suspense>
      ) : null}
    </Group>
  )
}

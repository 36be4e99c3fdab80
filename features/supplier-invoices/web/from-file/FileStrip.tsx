import { Alert, Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { differenceToPaper, type InvoiceDraft } from '../../domain/invoice-draft.ts'
import styles from './from-file.module.css'

/**
 * Names the file of a draft with a link to its lines, and says if the amounts differ, or that the prices of a delivery note are the last
 * ones. Shows nothing for a typed draft.
 */
export function FileStrip({ draft, zeroVat }: { draft: InvoiceDraft; zeroVat: boolean }) {
  const { t } = useTranslation('purchases')
  if (!draft.file) return null
  const difference = differenceToPaper(draft, zeroVat)
  return (
    <Alert color={difference ? 'yellow' : 'blue'} variant="light" py="xs" className={styles.strip}>
      {t('file.strip', { name: draft.file.name })} {draft.file.net === null ? `${t('file.last-prices')} ` : null}
      {difference
        ? t('file.differs', { written: showMoney(difference.written), entered: showMoney(difference.entered) })
        : null}{' '}
      <Anchor component={PageLink} to={`/invoice-file/${draft.file.id}`} size="sm">
        {t('file.show')}
      </Anchor>
    </Alert>
  )
}

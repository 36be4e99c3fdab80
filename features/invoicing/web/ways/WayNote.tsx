import { Alert, Text } from '@mantine/core'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Way } from '../../domain/ways.ts'

/** Says before the press where the document goes, by the way of sending. */
export function WayNote({ way }: { way: Way }) {
  const { t } = useTranslation('invoicing')
  if (way === 'provider') return <Text size="sm">{t('confirm.body')}</Text>
  const words = (
    <Text size="sm" c="var(--mantine-color-text)">
      {t(`ways.confirm.${way}`)}
    </Text>
  )
  return way === 'file' ? (
    words
  ) : (
    <Alert color="grape" variant="light" icon={<FlaskConical size={16} aria-hidden />}>
      {words}
    </Alert>
  )
}

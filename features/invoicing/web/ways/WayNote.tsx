import { Alert, Stack, Text } from '@mantine/core'
import { FlaskConical } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { accountingState } from '../../domain/contract.ts'
import { invoicingRights } from '../../domain/rights.ts'
import { isEndedByLaw, type Way } from '../../domain/ways.ts'
import { WayLaw } from './WayLaw.tsx'

/** Says before the press where the document goes, by the way of sending. */
export function WayNote({ way }: { way: Way }) {
  const { t } = useTranslation('invoicing')
  if (way === 'provider') return <Text size="sm">{t('confirm.body')}</Text>
  const words = (
    <Text size="sm" c="var(--mantine-color-text)">
      {t(`ways.confirm.${way}`)}
    </Text>
  )
  if (isEndedByLaw(way))
    return (
      <Stack gap="xs">
        {words}
        <WayLaw ways={[way]} />
      </Stack>
    )
  return (
    <Alert color="grape" variant="light" icon={<FlaskConical size={16} aria-hidden />}>
      {words}
    </Alert>
  )
}

/** Says before the press that credit notes or delivery notes go as files, because Epsilon Smart takes none. Otherwise it shows nothing. */
export function ByFileNote({ of }: { of: 'credit' | 'notes' }) {
  const { t } = useTranslation('invoicing')
  const may = useMay(invoicingRights.invoice)
  const { data } = useAsk(accountingState, {}, { enabled: may })
  return data?.way === 'smart' ? <Text size="sm">{t(`ways.${of}-by-file`)}</Text> : null
}

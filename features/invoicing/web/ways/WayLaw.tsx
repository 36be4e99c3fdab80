import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#kernel/day.ts'
import { showDay } from '#web/format.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { daysOfOwnWays, FIRST_DAY_OF_LARGE, LAST_DAY_OF_OWN_WAYS, type Way, WAYS } from '../../domain/ways.ts'

/** Says until when invoices between companies are lawful by ways without a provider, and what that means for these ways. */
export function WayLaw({ ways }: { ways: readonly Way[] }) {
  const { t } = useTranslation('invoicing')
  const days = daysOfOwnWays(dayOf(new Date().toISOString()))
  const day = showDay(LAST_DAY_OF_OWN_WAYS)
  return (
    <Stack gap={4} data-way-law>
      <Text size="sm" c="var(--mantine-color-text)">
        {days > 0 ? t('ways.law.until', { day, days }) : t('ways.law.over', { day })}{' '}
        {t('ways.law.large', { since: showDay(FIRST_DAY_OF_LARGE) })}
      </Text>
      {ways.map((way) => (
        <Text key={way} size="sm" c="var(--mantine-color-text)">
          {t(`ways.law.way.${way}`)}
        </Text>
      ))}
      <Text size="sm" c="var(--mantine-color-text)">
        {t('ways.law.notes')}
      </Text>
    </Stack>
  )
}

/** The panel under the form that chooses the way. */
export default function WayLawPanel() {
  const { t } = useTranslation('invoicing')
  return (
    <Panel title={t('ways.law.title')}>
      <WayLaw ways={WAYS} />
    </Panel>
  )
}
